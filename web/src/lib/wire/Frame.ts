// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Bye } from "./Bye";
import type { Patch } from "./Patch";
import type { Refusal } from "./Refusal";
import type { TableView } from "./TableView";

/** One message of the server. */
export type Frame = {
  "type": "table";
  /** It. */
  table: TableView;
} | {
  "type": "update";
  /** It. */
  patch: Patch;
} | {
  "type": "done";
  /** The command's id. */
  id: string;
  /** The table's `seq` after it. */
  seq: number;
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
