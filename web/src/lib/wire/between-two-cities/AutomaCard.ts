// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Building } from "./Building";

/** A card of the Automas' deck: for the city on each side, which building type it wants first. */
export type AutomaCard = {
  /** Its number, from 1. */
  card: number;
  /** What the city on the Automa's left wants, most wanted first. */
  left: [Building, Building, Building, Building, Building, Building];
  /** What the city on its right wants. */
  right: [Building, Building, Building, Building, Building, Building];
};
