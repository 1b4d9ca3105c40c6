// Generated from the Rust types by `cargo xtask types`: do not edit.

/** What may be taken back. */
export type UndoRule = "none" | "until-revealed";
