// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A city's points, by building type in scoring order. */
export type CityScore = {
  /** Lines of shops, partitioned for the best. */
  shops: number;
  /** 4, 3 or 2 for each factory, compared with the other cities. */
  factories: number;
  /** Sets of different taverns. */
  taverns: number;
  /** Sets of offices, and 1 more for each beside a tavern. */
  offices: number;
  /** Connected groups of parks. */
  parks: number;
  /** Houses, by the other types in the city. */
  houses: number;
  /** All of it. */
  total: number;
};
