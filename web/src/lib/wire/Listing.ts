// Generated from the Rust types by `cargo xtask types`: do not edit.

/** Who finds a table. */
export type Listing = "private" | "public";
