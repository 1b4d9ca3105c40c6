// What is printed on the 160 cards is no rule but data: it is read from the one table that the server uses.
import table from "../../../../crates/point-city/data/cards.csv?raw";
import type { Resource } from "./resources";

/** The building side of a card. */
export interface Building {
  id: string;
  /** The number of its base card, 1 to 32; the rotations of one base share it. */
  base: number;
  tier: number;
  cost: string;
  produces: Resource | null;
  points: number;
  civic: boolean;
}

const buildings = new Map<string, Building>();
for (const line of table.trim().split("\n").slice(1)) {
  const [id = "", tier, , , kind, produces, points, cost = ""] = line.trim().split(",");
  buildings.set(id, {
    id,
    base: Number.parseInt(id, 10),
    tier: Number(tier),
    cost,
    produces: produces === "" ? null : (produces as Resource),
    points: Number(points),
    civic: kind === "civic",
  });
}

/** All cards, in the order of the table. */
export const BUILDINGS: readonly Building[] = [...buildings.values()];

/** The building of a card; undefined if the text is no card, but a resource. */
export function building(id: string): Building | undefined {
  return buildings.get(id);
}
