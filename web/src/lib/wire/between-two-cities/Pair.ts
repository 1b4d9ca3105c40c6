// Generated from the Rust types by `cargo xtask types`: do not edit.

/** Two pieces in no order. */
export type Pair = [string, string];
