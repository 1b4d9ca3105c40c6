// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Colour } from "./Colour";

/** Who sits somewhere. */
export type Sitter = {
  "kind": "nobody";
} | {
  "kind": "person";
  /** Their name. */
  name: string;
  /** Their colour. */
  colour: Colour;
  /** The level of the bot that plays for them while they are away. */
  stand_in: string | null;
} | {
  "kind": "bot";
  /** What it is called. */
  name: string;
  /** Its level. */
  level: string;
} | {
  "kind": "automaton";
};
