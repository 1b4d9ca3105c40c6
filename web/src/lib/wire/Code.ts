// Generated from the Rust types by `cargo xtask types`: do not edit.

/** The kinds of refusals. */
export type Code = "malformed" | "too-large" | "too-many" | "no-table" | "unknown" | "not-host" | "not-seated" | "taken" | "already-seated" | "not-full" | "too-few-chairs" | "begun" | "not-begun" | "over" | "not-your-turn" | "illegal" | "stale" | "final" | "hushed" | "no-hints" | "bad-text" | "not-away" | "cant-propose" | "nobody" | "wrong-origin" | "unreadable" | "internal";
