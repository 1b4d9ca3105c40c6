// Generated from the Rust types by `cargo xtask types`: do not edit.

/** How quickly bots play. */
export type BotPace = "instant" | "brisk" | "human";
