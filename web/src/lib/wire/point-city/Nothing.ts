// Generated from the Rust types by `cargo xtask types`: do not edit.

/** In Point City there is nothing to talk about: nobody's move needs another's consent. */
export type Nothing = never;
