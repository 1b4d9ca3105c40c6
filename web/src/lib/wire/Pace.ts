// Generated from the Rust types by `cargo xtask types`: do not edit.

/** How long a person may think about one question. When time is up, a bot answers it. */
export type Pace = "untimed" | "relaxed" | "fast";
