// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A signal without words. */
export type Signal = "you-first" | "your-call" | "good-idea" | "please-not" | "points-here" | "points-there";
