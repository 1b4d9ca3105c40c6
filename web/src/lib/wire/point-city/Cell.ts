// Generated from the Rust types by `cargo xtask types`: do not edit.

/**
 * A cell of the 4x4 market: columns `a` to `d` from the left, rows `1` to `4` from the top.
 *
 * Cells are ordered row by row from the top left, which is the order in which gaps are filled.
 */
export type Cell = string;
