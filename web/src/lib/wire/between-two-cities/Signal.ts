// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A signal without words. */
export type Signal = {
  "signal": "you-first";
} | {
  "signal": "your-call";
} | {
  "signal": "good-idea";
} | {
  "signal": "please-not";
} | {
  "signal": "points-here";
  /** The city that it is about. */
  city?: number;
} | {
  "signal": "points-there";
  /** The city that it is about. */
  city?: number;
};
