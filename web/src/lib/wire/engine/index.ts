// Generated from the Rust types by `cargo xtask types`: do not edit.
export type { Card } from "./Card";
export type { Commit } from "./Commit";
export type { Effects } from "./Effects";
export type { EngineAnswer } from "./EngineAnswer";
export type { EngineRequest } from "./EngineRequest";
export type { Moment } from "./Moment";
export type { NewTable } from "./NewTable";
export type { Player } from "./Player";
export type { Sent } from "./Sent";
export type { Stored } from "./Stored";
export type { ToThink } from "./ToThink";
