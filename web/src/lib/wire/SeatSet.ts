// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A set of seats, small enough to pass by value. */
export type SeatSet = Array<number>;
