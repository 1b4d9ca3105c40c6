// Generated from the Rust types by `cargo xtask types`: do not edit.

/**
 * A small number for each of the five resources: a cost, or the permanent resources of a city.
 *
 * The five numbers lie in the bytes of one word, so that all five are added or subtracted at
 * once. Each must stay below 128; all that the game can count does.
 */
export type Amounts = {
  [resource in "C" | "M" | "E" | "I" | "N"]?: number;
};
