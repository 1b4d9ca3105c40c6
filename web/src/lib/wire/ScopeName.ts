// Generated from the Rust types by `cargo xtask types`: do not edit.

/** Which tables a list shows. */
export type ScopeName = "mine" | "open" | "watch";
