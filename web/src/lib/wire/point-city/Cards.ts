// Generated from the Rust types by `cargo xtask types`: do not edit.

/**
 * A handful of resource cards: how many there are of each [`Kind`].
 *
 * It is what lies in front of a seat, a payment, or the discard pile.
 */
export type Cards = {
  [kind in string]?: number;
};
