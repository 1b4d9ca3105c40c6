// Generated from the Rust types by `cargo xtask types`: do not edit.

/**
 * A four by four board in any arrangement, whether or not it could come about in play.
 *
 * It can be scored; a [`City`](crate::City) can be made of it if it is connected. Its text is
 * four rows of four letters: `SSSS/HHOm/OPOO/OPHP`, `.` for an empty cell.
 */
export type Layout = string;
