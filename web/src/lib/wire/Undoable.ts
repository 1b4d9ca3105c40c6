// Generated from the Rust types by `cargo xtask types`: do not edit.

/** What can be taken back. */
export type Undoable = "sealed" | "move";
