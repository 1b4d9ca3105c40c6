// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A move: choosing two tiles of a hand, or placing one. */
export type Move = string;
