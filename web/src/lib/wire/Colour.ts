// Generated from the Rust types by `cargo xtask types`: do not edit.

/** The colour that a person plays in. */
export type Colour = "teal" | "coral" | "indigo" | "amber" | "plum" | "moss" | "slate" | "rose";
