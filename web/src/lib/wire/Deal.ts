// Generated from the Rust types by `cargo xtask types`: do not edit.

/** What is shown of a deal: the commitment before play, the seed after the end. */
export type Deal = {
  /** Shown before play. */
  commitment: string;
  /** What the commitment is bound to: game, rules, variant and players. */
  occasion: string;
  /** Shown after the end. */
  seed: string | null;
};
