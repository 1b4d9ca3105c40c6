// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Action } from "./Action";

/** One request of a client. The server answers it with exactly one `done` or `refused`. */
export type Command = {
  /**
   * Made up by the client, 1 to 40 characters. A command that comes again under the same id is
   * answered again and not carried out again.
   */
  id: string;
  /** The version of the table that the client saw when the person decided. */
  on: number;
  /** What is to be done. */
  action: Action;
};
