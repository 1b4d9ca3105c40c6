// Explanations of the things on the table: the rule by which each scores, and its points now.
import { picture, type Explained } from "$lib/game/explained";
import type { Names } from "$lib/game/game";
import { offersOf, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { m } from "../../../paraglide/messages.js";
import AutomaCard from "../art/AutomaCard.svelte";
import { buildingOf, lettersOf, spotOf, type Building } from "../pieces";
import { howItScores } from "../scoring";
import type { Offers, View } from "../types";
import { ownGroup } from "./group";
import { cityTitle, pieceName, pointsChanged, pointsOf, signed, tokenName, typeName } from "../words/words";

/** Explains a part of the board; null if there is nothing to say about it. */
export function explain(target: Element, table: TableView, names: Names): Explained | null {
  // A free spot says itself what it is worth.
  if (target.closest("[data-drop]")) return null;
  if (target.closest("[data-sign=wait]")) return { title: m.btc_wait(), lines: [m.btcx_wait()] };
  const view = viewOf<View>(table);
  const chip = Number(attribute(target, "data-chip") ?? -1);
  const seat = view.automa_cards && [1, 2].includes(chip) ? chip : null;
  if (seat !== null) return automa(view, seat, names);
  const token = attribute(target, "data-token");
  if (token !== null) return city(view, Number(token), names);
  const piece = attribute(target, "data-piece");
  return piece === null ? null : tile(piece, target, table, view, names);
}

/** The attribute of the nearest element around; else of the first one inside, such as that of a focused button. */
function attribute(target: Element, name: string): string | null {
  const found = target.closest(`[${name}]`) ?? target.querySelector(`[${name}]`);
  return found?.getAttribute(name) ?? null;
}

/** The number of the city that contains an element; null if it is not in one. */
function cityOf(target: Element): number | null {
  const cell = target.closest("[data-mark]")?.getAttribute("data-mark");
  const found = cell?.split(" ")[0] ?? target.closest("[data-city]")?.getAttribute("data-city");
  return found === undefined || found === null ? null : Number(found);
}

function tile(piece: string, target: Element, table: TableView, view: View, names: Names): Explained {
  if (piece === "back") return { title: m.btcx_hidden(), lines: [m.btcx_hidden_hint()] };
  const types = [...new Set(lettersOf(piece).map(buildingOf))];
  const rules = types.map((type) =>
    types.length === 1 ? howItScores(type) : `${typeName(type)}: ${howItScores(type)}`,
  );
  const number = cityOf(target);
  const lines =
    number === null ? worths(piece, table, view, names) : types.flatMap((type) => inCity(view, number, type));
  const [type] = types;
  const at = cellOf(target, view);
  const more = at && type && { more: ownGroup(view, at.number, at.cell, type) };
  return { title: pieceName(piece), lines: [...rules, ...lines], ...more };
}

/** The city and the cell of its board where something was built; null if it was not. */
function cellOf(target: Element, view: View): { number: number; cell: [number, number] } | null {
  const [number, spot] = target.closest("[data-mark]")?.getAttribute("data-mark")?.split(" ") ?? [];
  const corner = view.cities[Number(number)]?.cells?.corner;
  if (!spot || corner === undefined) return null;
  const [{ x, y }, from] = [spotOf(spot), spotOf(corner)];
  return { number: Number(number), cell: [x - from.x, y - from.y] };
}

/** The points that a type brings to a city now. */
function inCity(view: View, number: number, type: Building): string[] {
  const score = view.cities[number]?.score;
  if (!score) return [];
  return [m.btcx_in_city({ type: typeName(type), points: m.points_short({ n: pointsOf(score, type) }) })];
}

/** The most points that a tile that is not placed yet would bring. */
function worths(piece: string, table: TableView, view: View, names: Names): string[] {
  const { place, choose } = offersOf<Offers>(table);
  const best = (all: readonly { worth: { total: number } }[]): number | null =>
    all.length === 0 ? null : Math.max(...all.map(({ worth }) => worth.total));
  const spots = place.filter((offer) => offer.piece === piece);
  const cities = [...new Set(spots.map((offer) => offer.city))];
  const pair = best(choose.filter(({ pieces }) => (pieces as readonly string[]).includes(piece)));
  return [
    ...cities.map((number) =>
      m.btcx_best_spot({
        city: cityTitle(view, number, names),
        points: pointsChanged(best(spots.filter((offer) => offer.city === number)) ?? 0),
      }),
    ),
    ...(pair === null ? [] : [m.btcx_best_pair({ points: pointsChanged(pair) })]),
  ];
}

/** A city, by its token. */
function city(view: View, number: number, names: Names): Explained | null {
  const found = view.cities[number];
  if (!found) return null;
  return {
    title: tokenName(number),
    lines: [
      cityTitle(view, number, names),
      m.btcx_city_now({ points: m.points_short({ n: found.score.total }) }),
      ...(found.bonus ? [`${m.btc_result_bonus()}: ${signed(found.bonus)}`] : []),
      view.variant === "two-player" ? m.btc_result_sum() : m.btc_result_lower(),
    ],
  };
}

/** An Automa, by its latest card. */
function automa(view: View, seat: number, names: Names): Explained {
  const cards = view.automa_cards ?? [];
  // Two cards a turn: the left Automa's, then the right one's.
  const card = cards[cards.length - 3 + seat];
  return {
    title: names(seat),
    lines: [card ? m.btcx_automa_card() : m.btcx_automa_no_card()],
    ...(card && { picture: picture(AutomaCard, { card }) }),
  };
}
