// Generated from the Rust types by `cargo xtask types`: do not edit.

/**
 * A place in a floating city, relative to its first tile: x to the right, y down.
 *
 * Both lie in `-3..=3`, for a city is at most 4 wide and 4 high.
 */
export type Spot = string;
