// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { CardId } from "./CardId";
import type { Cards } from "./Cards";
import type { Cell } from "./Cell";
import type { Face } from "./Face";
import type { Kind } from "./Kind";
import type { Token } from "./Token";

/** One thing that happened. Resources are named by what they show, never by their card. */
export type EventKind = {
  "event": "flipped";
  /** Where it lies. */
  cell: Cell;
  /** Which card it is. */
  card: CardId;
} | {
  "event": "took";
  /** Where it lay. */
  cell: Cell;
  /** What it shows. */
  kind: Kind;
} | {
  "event": "built";
  /** Where it lay. */
  cell: Cell;
  /** Which card it is. */
  card: CardId;
} | {
  "event": "paid";
  /** The cards. */
  cards: Cards;
} | {
  "event": "took-token";
  /** Which. */
  token: Token;
} | {
  "event": "drew";
  /** What they show, the upper first. */
  kinds: [Kind, Kind];
} | {
  "event": "refilled";
  /** The gap. */
  cell: Cell;
  /** What shows there now. */
  face: Face;
} | {
  "event": "markers-moved";
  /** Where they cross now. */
  cell: Cell;
} | {
  "event": "passed";
} | {
  "event": "game-over";
};
