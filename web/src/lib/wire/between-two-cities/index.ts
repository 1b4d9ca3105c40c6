// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Event } from "../Event";
import type { EventKind } from "./EventKind";

/** Something that happened, and whose doing it was. */
export type GameEvent = Event<EventKind>;

export type { AutomaCard } from "./AutomaCard";
export type { Board } from "./Board";
export type { Building } from "./Building";
export type { Cell } from "./Cell";
export type { Choosable } from "./Choosable";
export type { CityResult } from "./CityResult";
export type { CityScore } from "./CityScore";
export type { CityView } from "./CityView";
export type { Decided } from "./Decided";
export type { Effect } from "./Effect";
export type { Ended } from "./Ended";
export type { EventKind } from "./EventKind";
export type { Explanation } from "./Explanation";
export type { FactoryRank } from "./FactoryRank";
export type { Group } from "./Group";
export type { Hand } from "./Hand";
export type { HousePoints } from "./HousePoints";
export type { Kind } from "./Kind";
export type { KnownHand } from "./KnownHand";
export type { Layout } from "./Layout";
export type { Move } from "./Move";
export type { Offers } from "./Offers";
export type { OfficeByTavern } from "./OfficeByTavern";
export type { Options } from "./Options";
export type { Outcome } from "./Outcome";
export type { Pair } from "./Pair";
export type { Passing } from "./Passing";
export type { Phase } from "./Phase";
export type { Piece } from "./Piece";
export type { Placeable } from "./Placeable";
export type { PlayerResult } from "./PlayerResult";
export type { Reach } from "./Reach";
export type { Reason } from "./Reason";
export type { Signal } from "./Signal";
export type { Spot } from "./Spot";
export type { Suggestible } from "./Suggestible";
export type { TileLeft } from "./TileLeft";
export type { ToPlace } from "./ToPlace";
export type { Variant } from "./Variant";
export type { View } from "./View";
export type { Worth } from "./Worth";
