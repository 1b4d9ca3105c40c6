// Generated from the Rust types by `cargo xtask types`: do not edit.

/** The options of a table that only this game has. */
export type Options = {
  /** Whether people are shown the hands that they passed on. */
  passed_hands: boolean;
};
