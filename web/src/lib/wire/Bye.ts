// Generated from the Rust types by `cargo xtask types`: do not edit.

/** Why the server closes a socket. */
export type Bye = "shutdown" | "too-much" | "too-slow" | "silent" | "gone";
