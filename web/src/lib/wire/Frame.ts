// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Bye } from "./Bye";
import type { Patch } from "./Patch";
import type { Refusal } from "./Refusal";
import type { TableView } from "./TableView";

/** One message of the server. */
export type Frame = {
  "type": "table";
  /** The server's time, in milliseconds since 1970. All times of a table are by this clock. */
  now: number;
  /** The table as the viewer may see it. */
  table: TableView;
} | {
  "type": "update";
  /** The server's time, in milliseconds since 1970. */
  now: number;
  /** The parts of the table that changed. */
  patch: Patch;
} | {
  "type": "done";
  /** The command's id. */
  id: string;
  /** The table's version after it. */
  version: number;
} | {
  "type": "refused";
  /** The command's id; empty if it could not be read. */
  id: string;
  /** Why. */
  refusal: Refusal;
} | {
  "type": "bye";
  /** Why. */
  why: Bye;
};
