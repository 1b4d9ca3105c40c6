// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Event } from "../Event";
import type { EventKind } from "./EventKind";

/** Something that happened, and whose doing it was. */
export type GameEvent = Event<EventKind>;

export type { Amounts } from "./Amounts";
export type { CardId } from "./CardId";
export type { Cards } from "./Cards";
export type { Cell } from "./Cell";
export type { City } from "./City";
export type { Contrast } from "./Contrast";
export type { Decided } from "./Decided";
export type { Ended } from "./Ended";
export type { EventKind } from "./EventKind";
export type { Face } from "./Face";
export type { Kind } from "./Kind";
export type { KindLeft } from "./KindLeft";
export type { MarketCard } from "./MarketCard";
export type { Missing } from "./Missing";
export type { Move } from "./Move";
export type { Offers } from "./Offers";
export type { Outcome } from "./Outcome";
export type { Payment } from "./Payment";
export type { Refill } from "./Refill";
export type { Resource } from "./Resource";
export type { Scored } from "./Scored";
export type { ScoredSeat } from "./ScoredSeat";
export type { SeatResult } from "./SeatResult";
export type { SeatSheet } from "./SeatSheet";
export type { Sheet } from "./Sheet";
export type { Side } from "./Side";
export type { Signal } from "./Signal";
export type { Slip } from "./Slip";
export type { Takable } from "./Takable";
export type { Token } from "./Token";
export type { TokenOffer } from "./TokenOffer";
export type { TokenScore } from "./TokenScore";
export type { TokenView } from "./TokenView";
export type { Tokens } from "./Tokens";
export type { Variant } from "./Variant";
export type { View } from "./View";
