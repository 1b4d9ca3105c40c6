// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A table that was opened. */
export type Opened = {
  /** The short code in its link. */
  code: string;
};
