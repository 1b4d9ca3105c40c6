// Generated from the Rust types by `cargo xtask types`: do not edit.

/** What may be said at the table. */
export type TalkRule = "open" | "signals" | "silent";
