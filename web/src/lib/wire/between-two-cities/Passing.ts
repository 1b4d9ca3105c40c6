// Generated from the Rust types by `cargo xtask types`: do not edit.

/** Which way the hands go on. Two players change hands either way. */
export type Passing = "left" | "right";
