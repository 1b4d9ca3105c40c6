// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "../Seat";
import type { Amounts } from "./Amounts";
import type { CardId } from "./CardId";
import type { Cards } from "./Cards";
import type { TokenView } from "./TokenView";

/** What lies in front of a seat. */
export type City = {
  seat: Seat;
  /** The resource cards. */
  cards: Cards;
  /** The permanent resources of the buildings. */
  permanents: Amounts;
  /** The points printed on the buildings. */
  printed: number;
  /** The buildings, in the order in which they came from the deck. */
  built: Array<CardId>;
  /** The tokens and what each scores now, and why. Those of the solo city count alike and are not listed. */
  tokens: Array<TokenView>;
  /** How many tokens it holds; the solo city's lie face down, and are only counted. */
  held: number;
  /** The points of the tokens together. */
  token_points: number;
  /** Only of the solo city: the points of permanent resources as such. */
  permanent_points: number;
  /** Only of the solo city: the points of ingenuity cards as such. */
  ingenuity_points: number;
  /** All points. */
  total: number;
  /** How many turns it has left, the one that is on included. */
  turns_left: number;
};
