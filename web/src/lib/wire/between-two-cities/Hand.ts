// Generated from the Rust types by `cargo xtask types`: do not edit.

/**
 * Which tiles lie in one place, in no order: a nibble for the number of each building tile, then
 * a bit for each duplex tile.
 */
export type Hand = Array<string>;
