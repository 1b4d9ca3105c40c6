// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { CityScore } from "./CityScore";
import type { FactoryRank } from "./FactoryRank";
import type { Group } from "./Group";
import type { HousePoints } from "./HousePoints";
import type { Layout } from "./Layout";
import type { OfficeByTavern } from "./OfficeByTavern";

/** Why one city scores what it scores. The parts add up to its [`CityScore`]. */
export type Explanation = {
  /** The board that the cells are of. */
  cells: Layout;
  /** The lines of the best partition. */
  shops: Array<Group>;
  /** What the factories count, and why. */
  factories: FactoryRank;
  /** Sets of different taverns. */
  taverns: Array<Group>;
  /** Sets of up to six offices. */
  offices: Array<Group>;
  /** The offices beside taverns: 1 more point each. */
  offices_by_taverns: Array<OfficeByTavern>;
  /** Connected groups. */
  parks: Array<Group>;
  /** Each house. */
  houses: Array<HousePoints>;
  /** The sums. */
  score: CityScore;
};
