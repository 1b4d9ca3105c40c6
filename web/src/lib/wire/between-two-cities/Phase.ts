// Generated from the Rust types by `cargo xtask types`: do not edit.

/** What everybody is doing. */
export type Phase = "choose" | "place" | "over";
