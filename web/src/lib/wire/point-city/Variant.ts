// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A way to play. */
export type Variant = string;
