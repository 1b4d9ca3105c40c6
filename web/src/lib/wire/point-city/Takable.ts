// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Amounts } from "./Amounts";
import type { Cell } from "./Cell";
import type { Payment } from "./Payment";
import type { Refill } from "./Refill";
import type { TokenOffer } from "./TokenOffer";

/** A pair that may be taken. */
export type Takable = {
  /** The two cells, the one nearer the top left first. */
  cells: [Cell, Cell];
  /** What is printed on the buildings of the pair together; none, if there is no building. */
  cost: Amounts | null;
  /** What of it is left to pay, after the permanent resources. */
  due: Amounts;
  /** Every way to pay, the best to keep cards first. Exactly one, and empty, if nothing is due. */
  payments: Array<Payment>;
  /** How many tokens must be taken, all different. */
  civics: number;
  /**
   * What each open token would score after this take, paid in the first way; only if tokens
   * must be taken.
   */
  tokens?: Array<TokenOffer>;
  /** The points printed on the buildings. */
  printed: number;
  /** The permanent resources that the buildings give. */
  permanents: Amounts;
  /** What comes into the two gaps; nothing, if the deck is empty. */
  refills: Array<Refill>;
};
