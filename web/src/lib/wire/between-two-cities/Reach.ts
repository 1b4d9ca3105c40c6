// Generated from the Rust types by `cargo xtask types`: do not edit.

/** The columns and rows that a city covers or could still come to cover, as numbers of spots. */
export type Reach = {
  left: number;
  top: number;
  right: number;
  bottom: number;
};
