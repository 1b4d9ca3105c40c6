// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A way to play. */
export type VariantInfo = {
  /** Its text, as on the command line. */
  id: string;
  /** The fewest players. */
  min: number;
  /** The most players. */
  max: number;
  /** How many seats the game itself plays. */
  automata: number;
};
