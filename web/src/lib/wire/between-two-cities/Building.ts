// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A building type, in the order in which the types are scored. */
export type Building = "shop" | "factory" | "tavern" | "office" | "park" | "house";
