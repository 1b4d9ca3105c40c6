// Generated from the Rust types by `cargo xtask types`: do not edit.

/** What told the winner from the next best. */
export type Decided = "points" | "cards-left" | "city" | "shared";
