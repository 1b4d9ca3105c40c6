// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Colour } from "./Colour";

/** Who one is. */
export type Me = {
  /** What one is called: 1 to 24 characters. */
  name: string;
  /** The colour one plays in. */
  colour: Colour;
};
