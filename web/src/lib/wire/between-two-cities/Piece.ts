// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A building tile or a duplex tile, in one byte. */
export type Piece = string;
