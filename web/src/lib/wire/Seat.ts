// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A chair at the table: 0-based, clockwise. */
export type Seat = number;
