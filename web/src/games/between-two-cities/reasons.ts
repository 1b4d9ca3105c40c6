// What bots give as reasons (crates/townhall-bots/src/between_two_cities.rs), in words.

import type { Names } from "$lib/game";
import type { TableView } from "$lib/protocol";
import { m } from "../../paraglide/messages.js";
import type { Building } from "./pieces";
import { signed, typeName } from "./words";

interface Reason {
  city?: number;
  points?: number;
  why?: string;
  building?: Building | null;
}

export function reasonWords(reason: unknown, _names: Names, _table: TableView): string {
  if (typeof reason !== "object" || reason === null) return "";
  const { why, points = 0, building } = reason as Reason;
  switch (why) {
    case "points":
      return building
        ? m.btc_reason_type({ points: signed(points), type: typeName(building) })
        : m.btc_reason_points({ points: signed(points) });
    case "costs":
      return m.btc_reason_costs({ points: (reason as { points: number }).points });
    default:
      return "";
  }
}
