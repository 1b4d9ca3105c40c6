// The names of buildings and tokens.
import { m } from "../../../paraglide/messages.js";
import { listed } from "$lib/game/words";
import type { Building } from "../cards";
import { resourceName, type Resource } from "../resources";

const HOMES: Record<Resource, readonly (() => string)[]> = {
  C: [() => m.pc_row_houses(), () => m.pc_flats(), () => m.pc_high_rise()],
  M: [() => m.pc_shop(), () => m.pc_market_hall(), () => m.pc_bank()],
  E: [() => m.pc_wind_farm(), () => m.pc_solar_plant(), () => m.pc_power_station()],
  I: [() => m.pc_workshop(), () => m.pc_factory(), () => m.pc_works()],
  N: [() => m.pc_garden(), () => m.pc_greenhouse(), () => m.pc_tree_tower()],
};

const LANDMARKS: Record<number, () => string> = {
  13: () => m.pc_ferris_wheel(),
  22: () => m.pc_clock_tower(),
  23: () => m.pc_opera(),
  30: () => m.pc_stadium(),
  31: () => m.pc_lookout(),
  32: () => m.pc_skyscraper(),
};

const CIVIC = [() => m.pc_library(), () => m.pc_town_hall(), () => m.pc_parliament()];

export function buildingName(building: Building): string {
  const size = building.tier - 1;
  const name = building.produces
    ? HOMES[building.produces][size]
    : building.civic
      ? CIVIC[size]
      : LANDMARKS[building.base];
  return name?.() ?? building.id;
}

/** How a token scores. */
export function tokenWords(id: string): string {
  const [what, detail = ""] = id.split(/-(?=[^-]*$)/);
  const [a, b] = detail.split("") as Resource[];
  switch (what) {
    case "each":
      return m.pc_token_each({ what: resourceName(a ?? "C") });
    case "pair":
      return m.pc_token_pair({ both: listed([resourceName(a ?? "C"), resourceName(b ?? "M")]) });
    case "all":
      return m.pc_token_all_five();
    case "types":
      return detail === "2" ? m.pc_token_types_2() : m.pc_token_types_3();
    case "missing":
      return m.pc_token_missing();
    case "flat":
      return m.pc_token_flat({ n: Number(detail) });
    default:
      return m.pc_token_ingenuity();
  }
}
