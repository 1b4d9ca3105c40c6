// Generated from the Rust types by `cargo xtask types`: do not edit.

/** What the resource side of a card shows: one symbol, two of a kind, or ingenuity. */
export type Kind = string;
