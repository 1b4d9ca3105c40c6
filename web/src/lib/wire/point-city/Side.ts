// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A side of a card. */
export type Side = "resource" | "building";
