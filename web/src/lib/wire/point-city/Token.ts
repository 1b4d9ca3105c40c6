// Generated from the Rust types by `cargo xtask types`: do not edit.

/** One of the 22 civic tokens, all different. */
export type Token = string;
