// Generated from the Rust types by `cargo xtask types`: do not edit.

/** Who looks at the table. */
export type Viewer = number | null;
