// Generated from the Rust types by `cargo xtask types`: do not edit.

/** One of the five resources, in the cycle in which the cards of a base rotate. */
export type Resource = "C" | "M" | "E" | "I" | "N";
