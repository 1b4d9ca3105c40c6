// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Choosable } from "./Choosable";
import type { Placeable } from "./Placeable";
import type { Suggestible } from "./Suggestible";

/** What a viewer may do now, and what its partners could do in a city that both build. */
export type Offers = {
  /** The pairs of its hand. */
  choose: Array<Choosable>;
  /** Where its own tiles may go; beside Automas those of its partners too, which it places for them. */
  place: Array<Placeable>;
  /** Where tiles of its partners may go, in the cities that both build: it can propose that. */
  suggest: Array<Suggestible>;
};
