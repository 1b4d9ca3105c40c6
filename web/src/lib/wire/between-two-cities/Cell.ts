// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A cell of a [`Layout`]: column `x` and row `y`, from the top left, both in `0..4`. */
export type Cell = [number, number];
