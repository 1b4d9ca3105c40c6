// Generated from the Rust types by `cargo xtask types`: do not edit.

/** One of the 160 two-sided cards: a base number 1 to 32 and one of five rotations, as in `07E`. */
export type CardId = string;
