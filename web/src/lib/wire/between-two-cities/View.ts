// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { SeatSet } from "../SeatSet";
import type { Viewer } from "../Viewer";
import type { AutomaCard } from "./AutomaCard";
import type { CityView } from "./CityView";
import type { Ended } from "./Ended";
import type { Hand } from "./Hand";
import type { Kind } from "./Kind";
import type { KnownHand } from "./KnownHand";
import type { Pair } from "./Pair";
import type { Passing } from "./Passing";
import type { Phase } from "./Phase";
import type { ToPlace } from "./ToPlace";
import type { Variant } from "./Variant";

/** What one viewer may know of the game, with perfect recall: a client may show less. */
export type View = {
  /** The viewer's seat; `null` for a spectator. */
  viewer: Viewer;
  variant: Variant;
  /** How many seats there are, those of the Automas included. */
  seats: number;
  /** The seating numbers, by seat. */
  seating: Array<number>;
  phase: Phase;
  /** `1` to `3`; with two players `1a` to `3b`. */
  round: string;
  /** The turn of the round's deal, from 1. */
  turn: number;
  /** How many turns the deal has. */
  turns: number;
  /** What is dealt. */
  kind: Kind;
  /** Which way the hands go on. */
  passing: Passing;
  /** The seats that may act now. */
  to_act: SeatSet;
  /** The cities, by number. */
  cities: Array<CityView>;
  /** What the viewer may choose from now. */
  hand: Hand | null;
  /** What the viewer has chosen while others are still to choose. */
  sealed: Pair | null;
  /** What the seats that may act may place now. */
  to_place: Array<ToPlace>;
  /** All choices that were revealed: by turn, by seat. */
  choices: Array<Array<Pair>>;
  /** Every hand that the viewer knows, past deals first. */
  known_hands: Array<KnownHand>;
  /** The Automa cards that were turned over: two a turn, seat 1's and seat 2's. */
  automa_cards?: Array<AutomaCard>;
  /** Why it ended as it did, once the game is over. */
  ended?: Ended;
};
