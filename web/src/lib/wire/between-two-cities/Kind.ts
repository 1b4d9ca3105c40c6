// Generated from the Rust types by `cargo xtask types`: do not edit.

/** What is dealt and chosen. */
export type Kind = "tiles" | "duplexes";
