// Why a move of the viewer is better than the one that was played: by what lies on the table, and differs between the two.

import type { Better, Names } from "$lib/game/game";
import { about, listed } from "$lib/game/words";
import { offersOf, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import type { Building, Contrast, Forecast } from "$wire/between-two-cities";
import { m } from "../../../paraglide/messages.js";
import { buildingOf, cellsOf, lettersOf, spotOf } from "../pieces";
import {
  moveOf,
  samePlacement,
  type Move,
  type Offers,
  type Placement,
  type View,
  type Worth,
} from "../types";
import { effectWords, inFull, termWords } from "../words/reasons";
import { cityName, cityTitle, pointsChanged, signed, thePiece, typeInside } from "../words/words";

/** The smallest share of the cost that the changes of some types must have together to be named. */
const SHARE = 0.5;
/** The smallest change that is named, in points: nobody feels less. */
const LEAST = 1;

/** The fewest points that the opponent must get less for that to be a reason. */
const LEAST_DENIED = 2;

/** A better move, at the table at which it could be made. */
interface Compared extends Better {
  view: View;
  offers: Offers;
  names: Names;
  table: TableView;
}

/** The sentences, the most important first; none if nothing on the table says why. */
export function whyBetter(better: Better, names: Names, table: TableView): string[] {
  const compared = { ...better, view: viewOf<View>(table), offers: offersOf<Offers>(table), names, table };
  const house = houseWords(compared);
  if (house) return [house];
  for (const term of better.why.terms) {
    const words = termOf(term as Contrast | Forecast, compared);
    if (words.length > 0) return words;
  }
  const words = goingOnWords(compared) || keptWords(compared);
  return words ? [words] : expectedWords(compared);
}

const totalOf = (worth: unknown): number => (worth as Worth | null)?.total ?? 0;

/** A term as a reason; nothing if it would be one for the move that was played as well. */
function termOf(term: Contrast | Forecast, compared: Compared): string[] {
  const { why, names, table } = compared;
  const words = (): string[] => [termWords(term, names, table)].filter(Boolean);
  switch (term.term) {
    case "expected":
      return [];
    case "behind":
    case "leaves":
    case "pair":
    case "returns":
    case "outbids":
      return words();
    case "rest":
      return term.only - term.points >= LEAST_DENIED ? words() : [];
    case "passes":
      // Who gives up as many points gains nothing by passing a tile on.
      return totalOf(why.played) - totalOf(why.best) < term.points - term.only ? words() : [];
    case "takes":
      return takesWords(term, compared) ?? [...words(), ...lowerWords(term.city, compared)];
    default:
      return [...words(), ...lowerWords(term.city, compared)];
  }
}

/**
 * A tile that is kept for the other city, where it brings no more than in the city where it was laid: only the lower city is a
 * reason. Null if the tile was laid nowhere.
 */
function takesWords(term: Extract<Contrast, { term: "takes" }>, compared: Compared): string[] | null {
  const { why, played, best, names, view } = compared;
  const [was, is] = [moveOf(played), moveOf(best)];
  if (was.kind !== "place" || is.kind !== "place" || was.piece !== term.piece) return null;
  if (totalOf(why.best) + term.points > totalOf(why.played) + term.only) return null;
  const lower = lowerWords(term.city, compared);
  if (lower.length === 0) return [];
  const city = cityTitle(view, term.city, names);
  const [points, effect] = [pointsChanged(term.points), effectWords(term.effect)];
  return [m.btc_reason_there({ city, piece: inFull(term.piece), points, effect }), ...lower];
}

/** That a city is the viewer's lower one, where only that counts. */
function lowerWords(city: number, { view, names }: Compared): string[] {
  const other = view.cities.findIndex(
    ({ builders }, number) => number !== city && builders.includes(names.me ?? -1),
  );
  const isShared = new Set(view.cities[city]?.builders).size > 1;
  if (view.variant !== "standard" || !isShared || !isOwn(city, view, names) || other < 0) return [];
  const [points, more] = [city, other].map((number) => view.cities[number]?.score.total ?? 0) as [
    number,
    number,
  ];
  return points < more ? [m.btc_reason_lower({ points, more })] : [];
}

const isOwn = (city: number, { cities }: View, { me }: Names): boolean =>
  cities[city]?.builders.includes(me ?? -1) ?? false;

const offered = (move: Placement, { place }: Offers) => place.find((one) => samePlacement(one, move));

/** A house that would touch no factory, if the one that was laid touches one. */
function houseWords({ played, best, offers }: Compared): string {
  const [was, is] = [moveOf(played), moveOf(best)];
  if (was.kind !== "place" || is.kind !== "place" || was.piece !== is.piece) return "";
  const effects = offered(is, offers)?.effects ?? [];
  const house = effects.find(([kind]) => kind === "house");
  const touches = offered(was, offers)?.effects.some(([kind]) => kind === "house-by-factory");
  return touches && house?.[0] === "house" ? m.btc_reason_open_house({ n: house[1] }) : "";
}

/** How the turn goes on: with the tile that was played, in the other city, or with a type that a partner adds to the house. */
function goingOnWords({ played, best, why, view, offers, names }: Compared): string {
  const [was, is] = [moveOf(played), moveOf(best)];
  if (was.kind !== "place" || is.kind !== "place") return "";
  const [next] = why.line;
  const then = next?.seat === names.me ? moveOf(next?.move) : undefined;
  if (then?.kind === "place" && then.piece === was.piece && then.city !== was.city) {
    const isNew = offered(then, offers)?.effects.some(([kind]) => kind === "new-type");
    if (isNew)
      return m.btc_reason_new_type({ piece: thePiece(then.piece), city: cityName(view, then.city, names) });
  }
  if (!lettersOf(is.piece).includes("H") || was.piece === is.piece) return "";
  const has = typesIn(is.city, view);
  for (const { seat, move } of why.line) {
    const later = moveOf(move);
    if (seat === names.me || later.kind !== "place" || later.city !== is.city) continue;
    const added = lettersOf(later.piece).find(
      (letter) => !has.includes(buildingOf(letter)) && letter !== "H",
    );
    const city = cityTitle(view, is.city, names);
    if (added)
      return m.btc_reason_partner_type({ city, name: names(seat), type: typeInside(buildingOf(added)) });
  }
  return "";
}

function typesIn(city: number, { cities }: View): Building[] {
  const cells = cities[city]?.cells;
  return cells ? cellsOf(cells.board, spotOf(cells.corner)).map(({ letter }) => buildingOf(letter)) : [];
}

/** The tiles that a choice keeps from the opponent, if that is more of its worth than what they bring. */
function keptWords({ played, best, why, view, names }: Compared): string {
  const [was, is] = [moveOf(played), moveOf(best)];
  const me = names.me;
  if (was.kind !== "choose" || is.kind !== "choose" || me === null) return "";
  const isLast = view.turn >= view.turns;
  if (view.variant !== "two-player" || isLast || why.others <= why.own || why.others < LEAST / 2) return "";
  const pieces = is.pieces.filter(
    (piece, at) => !was.pieces.includes(piece) && is.pieces.indexOf(piece) === at,
  );
  if (pieces.length === 0) return "";
  return m.btc_reason_kept({ pieces: listed(pieces.map(inFull)), name: names(1 - me), ...about(why.others) });
}

/**
 * The points that types of a city will probably count more, and the price: only if that is clearly a gain, explains the cost, and the
 * tiles that were taken could not bring the same.
 */
function expectedWords(compared: Compared): string[] {
  const { played, best, cost, why, view, names } = compared;
  const expected = (why.terms as (Contrast | Forecast)[]).find((term) => term.term === "expected");
  const changes = expected?.changes ?? [];
  const city = changes[0]?.city ?? -1;
  const sum = changes.reduce((sum, { points }) => sum + points, 0);
  const ours = changes.every((change) => change.city === city && change.building) && isOwn(city, view, names);
  if (!ours || sum < Math.max(LEAST, SHARE * cost)) return [];
  const could = typesOf(moveOf(played));
  const isSpot = moveOf(best).kind === "place" && typesOf(moveOf(best)).join() === could.join();
  const named = (sign: 1 | -1): string[] =>
    changes.flatMap(({ building, points }) =>
      building && Math.round(sign * points) >= LEAST
        ? `${typeInside(building)} ${signed(Math.round(points))}`
        : [],
    );
  const [gains, losses] = [named(1), named(-1)];
  // Tiles that are taken are explained by their own types.
  const isOther =
    moveOf(best).kind === "choose" &&
    changes.some(
      ({ building, points }) => points > 0 && building && !typesOf(moveOf(best)).includes(building),
    );
  // Another spot of the same tile is explained by what it does there, and not by what its type will count.
  const misleads = changes.some(({ building, points }) => points > 0 && building && could.includes(building));
  if (gains.length === 0 || misleads || isOther || isSpot) return [];
  const words = { city: cityName(view, city, names), gains: listed(gains) };
  const likely =
    losses.length > 0
      ? m.btc_reason_expected_for({ ...words, losses: listed(losses) })
      : m.btc_reason_expected(words);
  return [likely, ...lowerWords(city, compared)];
}

/** The types of a move's tiles. */
const typesOf = (move: Move): Building[] =>
  (move.kind === "place" ? [move.piece] : [...move.pieces]).flatMap((piece) =>
    lettersOf(piece).map(buildingOf),
  );
