// The present points of a building's group, computed by the engine, as for a score sheet.
import { scoreTable } from "$lib/score/scores";
import { listed } from "$lib/game/words";
import type { Cell, Group, Scored, Sheet } from "$wire/between-two-cities";
import { m } from "../../../paraglide/messages.js";
import type { Building } from "../pieces";
import type { Explanation, View } from "../types";
import { typeInside } from "../words/words";

/** The cities as a score sheet. */
function sheetOf({ variant, seats, cities }: View): Sheet {
  return {
    variant,
    players: variant.startsWith("automa") ? 1 : seats,
    cities: cities.map(({ cells, tiles }) => cells?.board ?? tiles ?? ""),
  };
}

/** The sentences about a building; `x` and `y` count from the top left of the board. None if nothing answers. */
export async function ownGroup(
  view: View,
  city: number,
  [x, y]: [number, number],
  building: Building,
): Promise<string[]> {
  try {
    const scored = await scoreTable<Scored>("between-two-cities", sheetOf(view));
    const why = scored.cities[city]?.why;
    return why ? groupWords(why, ([column, row]) => column === x && row === y, building) : [];
  } catch {
    return [];
  }
}

function groupWords(why: Explanation, isIt: (cell: Cell) => boolean, building: Building): string[] {
  const groupOf = (groups: readonly Group[]): { n: number; worth: string } | null => {
    const group = groups.find(({ cells }) => cells.some(isIt));
    return group ? { n: group.cells.length, worth: worthOf(group.points) } : null;
  };
  switch (building) {
    case "shop": {
      const line = groupOf(why.shops);
      return line ? [m.btcx_in_line(line)] : [];
    }
    case "park": {
      const group = groupOf(why.parks);
      return group ? [m.btcx_in_group(group)] : [];
    }
    case "tavern": {
      const set = groupOf(why.taverns);
      return set ? [m.btcx_in_set(set)] : [];
    }
    case "office": {
      const set = groupOf(why.offices);
      const near = why.offices_by_taverns.some(({ cell }) => isIt(cell));
      return [...(set ? [m.btcx_in_set(set)] : []), ...(near ? [m.btcx_by_tavern()] : [])];
    }
    case "factory":
      return [m.btcx_each_factory({ worth: worthOf(why.factories.each) })];
    case "house": {
      const house = why.houses.find(({ cell }) => isIt(cell));
      if (!house) return [];
      const worth = worthOf(house.points);
      if (house.factories.length > 0) return [m.btcx_house_by_factory({ worth })];
      if (house.types.length === 0) return [m.btcx_house({ worth })];
      return [m.btcx_house_among({ worth, types: listed(house.types.map(typeInside)) })];
    }
  }
}

const worthOf = (points: number): string => m.points_short({ n: points });
