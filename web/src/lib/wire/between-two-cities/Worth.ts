// Generated from the Rust types by `cargo xtask types`: do not edit.

/**
 * How scores would change at once, by building type.
 *
 * Of a `place`: the score of that city, its factories compared with all cities as they stand.
 *
 * Of a `choose`: each of the two tiles at its best spot in one of the seat's two cities as they
 * stand, the better way round. What the partners will do is not foreseen.
 *
 * As JSON, types that don't change are left out.
 */
export type Worth = {
  /** Change for shops. */
  shops?: number;
  /** Change for factories. */
  factories?: number;
  /** Change for taverns. */
  taverns?: number;
  /** Change for offices. */
  offices?: number;
  /** Change for parks. */
  parks?: number;
  /** Change for houses. */
  houses?: number;
  /** All of it. */
  total: number;
};
