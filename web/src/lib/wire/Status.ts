// Generated from the Rust types by `cargo xtask types`: do not edit.

/** How far a table is. */
export type Status = "lobby" | "playing" | "over";
