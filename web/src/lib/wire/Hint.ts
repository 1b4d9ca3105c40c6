// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { HintedMove } from "./HintedMove";

/** What a bot would do on the seat of the one who asks, knowing what that seat knows. */
export type Hint = {
  /** The table's version that it is about: once something else is asked, it says nothing any more. */
  version: number;
  /** Up to five moves, the best first. */
  moves: Array<HintedMove>;
};
