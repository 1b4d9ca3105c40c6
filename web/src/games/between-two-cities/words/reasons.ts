// The reasons that bots give (crates/townhall-bots/src/between_two_cities/talk.rs), in words.

import type { Names } from "$lib/game/game";
import { capital } from "$lib/game/words";
import { viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import type { Contrast, Effect, Forecast } from "$wire/between-two-cities";
import { m } from "../../../paraglide/messages.js";
import { buildings, lettersOf, type Building } from "../pieces";
import type { Reason, ShortEffect, View, Worth } from "../types";
import {
  cityName,
  cityTitle,
  pieceName,
  pointsChanged,
  pointsOf,
  signed,
  thePiece,
  typeInside,
  typeName,
} from "./words";

const typeOf: Record<Effect["kind"], Building> = {
  "shop-line": "shop",
  factories: "factory",
  "tavern-set": "tavern",
  "office-set": "office",
  "offices-by-tavern": "office",
  "park-group": "park",
  house: "house",
  "house-by-factory": "house",
  "new-type": "house",
  "spoiled-houses": "house",
};

/** Why a placement is worth what it is: for each type its points and reasons. */
export function reasonsByType(offer: {
  worth: Worth;
  effects: readonly ShortEffect[];
}): { building: Building; points: number; words: string }[] {
  return buildings.flatMap((building) => {
    const points = pointsOf(offer.worth, building);
    const effects = offer.effects.map(effectOf);
    const reasons = effects.filter(({ kind }) => typeOf[kind] === building).map(effectWords);
    if (points === 0 && reasons.length === 0) return [];
    return [{ building, points, words: reasons.join(", ") || typeName(building) }];
  });
}

/** The reasons for the worth of a placement in one line: "+5: 2 shops in a line". */
export function reasonsInWords(offer: { worth: Worth; effects: readonly ShortEffect[] }): string {
  return reasonsByType(offer)
    .map(({ points, words }) => m.btc_why({ points: signed(points), why: words }))
    .join("; ");
}

/** An effect of an offer, with the names of its fields. */
function effectOf(effect: ShortEffect): Effect {
  switch (effect[0]) {
    case "factories":
      return { kind: effect[0], n: effect[1], each: effect[2] };
    case "new-type":
      return { kind: effect[0], building: effect[1], n: effect[2] };
    case "house-by-factory":
      return { kind: effect[0] };
    default:
      return { kind: effect[0], n: effect[1] };
  }
}

/** "3 parks in a group". */
export function effectWords(effect: Effect): string {
  switch (effect.kind) {
    case "shop-line":
      return m.btc_effect_line({ n: effect.n });
    case "factories":
      return m.btc_effect_factories({ n: effect.n, each: effect.each });
    case "tavern-set":
      return m.btc_effect_taverns({ n: effect.n });
    case "office-set":
      return m.btc_effect_offices({ n: effect.n });
    case "offices-by-tavern":
      return m.btc_effect_by_tavern({ n: effect.n });
    case "park-group":
      return m.btc_effect_parks({ n: effect.n });
    case "house":
      return m.btc_effect_house({ n: effect.n });
    case "house-by-factory":
      return m.btc_effect_house_by_factory();
    case "new-type":
      return m.btc_effect_new_type({ type: typeInside(effect.building), n: effect.n });
    case "spoiled-houses":
      return m.btc_effect_spoiled({ n: effect.n });
  }
}

/** The gain of a city in words: its points, and the effect to which they are due. */
const gain = ({ points, effect }: { points: number; effect: Effect }) => ({
  points: pointsChanged(points),
  effect: effectWords(effect),
});

/** The advantage of a better move, in a sentence; empty for forecasts and for terms that this version does not know. */
export function termWords(term: unknown, names: Names, table: TableView): string {
  if (typeof term !== "object" || term === null || !("term" in term)) return "";
  const found = term as Contrast | Forecast;
  if (found.term === "expected") return "";
  const [city, inside] = cityOf(found, names, table);
  switch (found.term) {
    case "does":
      return m.btc_term_does({ city, ...gain(found), only: pointsChanged(found.only) });
    case "opens":
      return m.btc_term_opens({ city, ...gain(found), only: pointsChanged(found.only) });
    case "behind":
      return m.btc_term_behind({ city: capital(inside), points: found.points, more: found.more });
    case "blocks":
      return m.btc_term_blocks({ city, ...gain(found) });
    case "spoils":
      return m.btc_term_spoils({ city, n: found.houses });
    case "takes": {
      const [piece, instead] = [inFull(found.piece), inFull(found.instead)];
      return m.btc_term_takes({ city, piece, instead, ...gain(found), only: pointsChanged(found.only) });
    }
    case "pair":
    case "grows":
    case "returns":
    case "outbids":
    case "rest":
    case "room":
      return `${capital(clause(found, names, table))}.`;
    case "passes":
    case "leaves": {
      const passed = {
        city: inside,
        name: names(found.seat),
        piece: inFull(found.piece),
        ...gain(found),
        only: pointsChanged(found.only),
      };
      return found.term === "passes" ? m.btc_term_passes(passed) : m.btc_term_leaves(passed);
    }
    default:
      return "";
  }
}

/** The city of a term as a title and within a sentence; empty if it is about none. */
function cityOf(term: Contrast, names: Names, table: TableView): [title: string, inside: string] {
  if (!("city" in term)) return ["", ""];
  const view = viewOf<View>(table);
  return [cityTitle(view, term.city, names), cityName(view, term.city, names)];
}

type Compares = Extract<Contrast, { term: "pair" | "grows" | "returns" | "outbids" | "rest" | "room" }>;

/** An advantage in words that fit both a move that could have been made and one that still can be. */
function clause(found: Compares, names: Names, table: TableView): string {
  const [city] = cityOf(found, names, table);
  switch (found.term) {
    case "pair":
      return m.btc_term_pair({ points: pointsChanged(found.points), only: pointsChanged(found.only) });
    case "grows": {
      const [now, then, last] = found.steps.map(signed) as [string, string, string];
      const [instead, later, lastly] = found.only.map(signed) as [string, string, string];
      const [piece, other] = [inFull(found.piece), inFull(found.instead)];
      return m.btc_term_grows({ city, piece, now, then, last, other, instead, later, lastly });
    }
    case "returns": {
      const words = { n: found.left, piece: inFull(found.piece), name: names(found.seat) };
      return found.left > 2 ? m.btc_term_returns(words) : m.btc_term_returns_unless(words);
    }
    case "outbids": {
      const rival = cityName(viewOf<View>(table), found.rival, names);
      return m.btc_term_outbids({ city, rival, points: pointsChanged(-found.points) });
    }
    case "rest": {
      const [points, only] = [pointsChanged(found.points), pointsChanged(found.only)];
      return m.btc_term_rest({ name: names(found.seat), points, only });
    }
    case "room": {
      const words = { city, n: found.n, instead: found.instead };
      switch (found.cells) {
        case "by-park":
          return m.btc_term_room_park(words);
        case "by-tavern":
          return m.btc_term_room_tavern(words);
        case "away-from-factories":
          return m.btc_term_room_house(words);
        case "by-shop":
          return m.btc_term_room_shop(words);
      }
    }
  }
}

/** Why a recommended move is better than another that can still be made, as the end of a sentence; empty for other terms. */
export function betterWords(term: unknown, names: Names, table: TableView): string {
  if (typeof term !== "object" || term === null || !("term" in term)) return "";
  const found = term as Contrast | Forecast;
  if (found.term === "expected" || found.term === "leaves") return "";
  const [city, inside] = cityOf(found, names, table);
  switch (found.term) {
    case "does":
      return m.btc_better_does({ city, ...gain(found), only: pointsChanged(found.only) });
    case "opens":
      return m.btc_better_opens({ city, ...gain(found), only: pointsChanged(found.only) });
    case "behind":
      return m.btc_better_behind({ city: inside, points: found.points, more: found.more });
    case "blocks":
      return m.btc_better_blocks({ city, ...gain(found) });
    case "spoils":
      return m.btc_better_spoils({ city });
    case "takes": {
      const [piece, instead] = [inFull(found.piece), inFull(found.instead)];
      return m.btc_better_takes({ city, piece, instead, ...gain(found), only: pointsChanged(found.only) });
    }
    case "pair":
    case "grows":
    case "returns":
    case "room":
      return clause(found, names, table);
    case "passes": {
      const [name, piece] = [names(found.seat), inFull(found.piece)];
      const only = pointsChanged(found.only);
      return m.btc_better_passes({ city: inside, name, piece, ...gain(found), only });
    }
    default:
      return "";
  }
}

/** "the park"; of a duplex tile both types, so that two of them differ: "(park + shop)". */
export const inFull = (piece: string): string =>
  lettersOf(piece).length > 1 ? `(${pieceName(piece)})` : thePiece(piece);

/**
 * "it brings us +5 points (2 parks in a group)". `brief`: without the effect. Empty for a reason that this version does
 * not know.
 */
export function reasonWords(reason: unknown, names: Names, table: TableView, brief = false): string {
  if (typeof reason !== "object" || reason === null || !("why" in reason)) return "";
  const why = reason as Reason;
  const points = pointsChanged(why.points);
  switch (why.why) {
    case "does":
      if (brief) return m.btc_reason_does_plain({ points });
      return m.btc_reason_does({
        points: signed(why.points),
        n: why.points,
        effect: effectWords(why.effect),
      });
    case "room":
      return m.btc_reason_room({ points });
    case "later":
      return m.btc_reason_later({ points });
    case "fine":
      return m.btc_reason_fine();
    case "rather": {
      if (why.piece) return m.btc_reason_rather_tile({ tile: inFull(why.piece) });
      return why.effect && !brief
        ? m.btc_reason_rather_for({ effect: effectWords(why.effect) })
        : m.btc_reason_rather();
    }
    case "elsewhere":
      return m.btc_reason_elsewhere({ city: cityName(viewOf<View>(table), why.other, names) });
    case "spoils":
      return m.btc_reason_spoils({ n: why.houses });
    default:
      return "";
  }
}
