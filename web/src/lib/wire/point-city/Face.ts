// Generated from the Rust types by `cargo xtask types`: do not edit.

/**
 * The side of a card that can be seen: what its resource side shows, or which building it is.
 *
 * A face is all that a card in the market tells. Which building is on the other side of a
 * resource, it does not say.
 */
export type Face = string;
