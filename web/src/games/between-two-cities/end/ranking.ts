// The players of a finished game by their places, and how ties were decided.
import { ranked, tiesIn, type Ranked } from "$lib/game/standings";
import { listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import { buildingOf, buildings, cellsOf, lettersOf, type Building } from "../pieces";
import type { CityResult, Outcome, View } from "../types";
import { typeInside } from "../words/words";

/** A player with both cities. */
export interface RankedBuilder extends Ranked {
  seat: number;
  points: number;
  /** The numbers of the cities. */
  own: readonly number[];
  /** Their totals. */
  totals: readonly number[];
  /** Which of them is lower: 0 or 1. */
  low: number;
  /** The numbers that break ties. */
  ties: readonly number[];
}

/** Whether both cities of a player count together. */
export const bothCount = ({ variant }: View): boolean => variant === "two-player";

/** The numbers of a player's cities. */
export function citiesOf(view: View, seat: number): number[] {
  return view.cities.flatMap(({ builders }, number) => (builders.includes(seat) ? [number] : []));
}

/** How many buildings of each type a city has, in scoring order. */
function counts({ cells, tiles }: CityResult): number[] {
  const letters = cells ? cellsOf(cells, { x: 0, y: 0 }).map(({ letter }) => letter) : lettersOf(tiles ?? "");
  return buildings.map((building) => letters.filter((letter) => buildingOf(letter) === building).length);
}

/** The players by their places. */
export function rankingOf(view: View, outcome: Outcome, names: (seat: number) => string): RankedBuilder[] {
  const players = outcome.players.map(({ seat, score }) => {
    const own = citiesOf(view, seat);
    const cities = own.flatMap((city) => outcome.cities[city] ?? []);
    const totals = cities.map(({ total }) => total);
    const built = buildings.map((_, i) => cities.reduce((sum, city) => sum + (counts(city)[i] ?? 0), 0));
    // The higher city, then the buildings; of two players, whose cities count together, only the buildings.
    const ties = bothCount(view) ? built : [Math.max(...totals), ...built];
    return { seat, points: score, own, totals, low: totals.indexOf(Math.min(...totals)), ties };
  });
  return ranked(players, outcome.winners, names);
}

/** How each tie was decided, in sentences. */
export function tieWords(ranking: readonly RankedBuilder[], view: View): string[] {
  const broken: (Building | null)[] = bothCount(view) ? [...buildings] : [null, ...buildings];
  return tiesIn(ranking).map((tie) => {
    const { place, points } = tie;
    if ("shared" in tie) return m.btc_tie_shared({ place, points, names: listed(tie.shared) });
    const building = broken[tie.by];
    return m.btc_tie({
      place,
      points,
      name: listed(tie.before),
      other: listed(tie.behind),
      what: building ? typeInside(building) : m.btc_tie_other(),
      more: tie.more,
      fewer: tie.fewer,
    });
  });
}
