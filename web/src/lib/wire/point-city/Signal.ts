// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A signal without words, such as `{"signal":"good-idea"}`. */
export type Signal = {
  "signal": "your-call";
} | {
  "signal": "good-idea";
} | {
  "signal": "please-not";
};
