// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Cell } from "./Cell";
import type { Missing } from "./Missing";
import type { Takable } from "./Takable";
import type { TokenOffer } from "./TokenOffer";

/**
 * What a viewer may do now, what it is worth, and what it lacks for the rest.
 *
 * Payments and tokens are free to be combined, so they are listed side by side. A client makes
 * the move from them: `{"kind":"take","cells":…,"pay":…,"tokens":[…]}`.
 */
export type Offers = {
  /** The cards that may be turned: `{"kind":"flip","cell":…}`. */
  flip: Array<Cell>;
  /** The pairs that may be taken. */
  take: Array<Takable>;
  /** Whether the top two cards of the deck may be taken: `{"kind":"draw"}`. */
  draw: boolean;
  /** Whether the turn may be passed, for want of anything else: `pass`. */
  pass: boolean;
  /** The open tokens, as they lie. On other seats' turns too, until the game is over. */
  tokens: Array<TokenOffer>;
  /**
   * The buildings of the market that the viewer could not pay with what it has, on other seats'
   * turns too, until the game is over. What lies beside them could help.
   */
  missing: Array<Missing>;
};
