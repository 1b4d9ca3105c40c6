import type { Names } from "$lib/game/game";
import { viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { m } from "../../../paraglide/messages.js";
import { getLocale } from "../../../paraglide/runtime.js";
import { listed } from "$lib/game/words";
import { moveOf, type City, type GameEvent, type View, type Worth } from "../types";
import { cellKey, buildings, cellsAt, lettersOf, type Building, type Tile } from "../pieces";

const names: Record<Tile, () => string> = {
  S: () => m.btc_tile_shop(),
  F: () => m.btc_tile_factory(),
  O: () => m.btc_tile_office(),
  P: () => m.btc_tile_park(),
  H: () => m.btc_tile_house(),
  d: () => m.btc_tile_drink(),
  e: () => m.btc_tile_eat(),
  m: () => m.btc_tile_music(),
  b: () => m.btc_tile_bed(),
};

const objects: Record<Tile, () => string> = {
  S: () => m.btc_a_shop(),
  F: () => m.btc_a_factory(),
  O: () => m.btc_a_office(),
  P: () => m.btc_a_park(),
  H: () => m.btc_a_house(),
  d: () => m.btc_a_drink(),
  e: () => m.btc_a_eat(),
  m: () => m.btc_a_music(),
  b: () => m.btc_a_bed(),
};

const definite: Record<Tile, () => string> = {
  S: () => m.btc_the_shop(),
  F: () => m.btc_the_factory(),
  O: () => m.btc_the_office(),
  P: () => m.btc_the_park(),
  H: () => m.btc_the_house(),
  d: () => m.btc_the_drink(),
  e: () => m.btc_the_eat(),
  m: () => m.btc_the_music(),
  b: () => m.btc_the_bed(),
};

const types: Record<Building, () => string> = {
  shop: () => m.btc_shops(),
  factory: () => m.btc_factories(),
  tavern: () => m.btc_taverns(),
  office: () => m.btc_offices(),
  park: () => m.btc_parks(),
  house: () => m.btc_houses(),
};

/** "park", "shop + factory". */
export function pieceName(piece: string): string {
  return lettersOf(piece)
    .map((letter) => names[letter]())
    .join(" + ");
}

/** The name as the object of a sentence: "a park", "a duplex tile (shop + factory)". */
export function pieceWithArticle(piece: string): string {
  const [tile, other] = lettersOf(piece);
  if (other) return m.btc_a_duplex({ tiles: pieceName(piece) });
  return tile ? objects[tile]() : "";
}

const twice: Record<Tile, () => string> = {
  S: () => m.btc_two_shop(),
  F: () => m.btc_two_factory(),
  O: () => m.btc_two_office(),
  P: () => m.btc_two_park(),
  H: () => m.btc_two_house(),
  d: () => m.btc_two_drink(),
  e: () => m.btc_two_eat(),
  m: () => m.btc_two_music(),
  b: () => m.btc_two_bed(),
};

/** Tiles as the object of a sentence: "a park and a shop", "two parks". */
export function piecesWithArticles(pieces: readonly string[]): string {
  const [piece = "", other] = pieces;
  const [tile, second] = lettersOf(piece);
  if (pieces.length === 2 && piece === other && tile && !second) return twice[tile]();
  return listed(pieces.map(pieceWithArticle));
}

/** Tiles by their names: "park, shop", "2 × park". */
export function pieceNames(pieces: readonly string[]): string {
  const name = (piece: string): string =>
    lettersOf(piece).length > 1 ? `(${pieceName(piece)})` : pieceName(piece);
  const [piece, other] = pieces;
  if (pieces.length === 2 && piece !== undefined && piece === other) return `2 × ${name(piece)}`;
  return pieces.map(name).join(", ");
}

/** The name with the definite article: "the park", "the duplex tile". */
export function thePiece(piece: string): string {
  const [tile, other] = lettersOf(piece);
  if (other) return m.btc_the_duplex();
  return tile ? definite[tile]() : "";
}

/** "Parks". */
export function typeName(building: Building): string {
  return types[building]();
}

/** Under which key a score has the points of a type. */
export const scoreKeys = {
  shop: "shops",
  factory: "factories",
  tavern: "taverns",
  office: "offices",
  park: "parks",
  house: "houses",
} as const;

/** The name of a type inside a sentence: in lower case, but for German. */
export function typeInside(building: Building): string {
  const locale = getLocale();
  return locale === "de" ? typeName(building) : typeName(building).toLocaleLowerCase(locale);
}

/** The points of one type in a score or a change. */
export function pointsOf(score: Worth, building: Building): number {
  return score[scoreKeys[building]] ?? 0;
}

export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** Points that are won or lost: "+1 point", "−3 points". */
export function pointsChanged(points: number): string {
  return m.btc_points({ points: signed(points), n: points });
}

/** The types whose points change, in scoring order. */
export function changes(worth: Worth): { building: Building; points: number }[] {
  return buildings
    .map((building) => ({ building, points: pointsOf(worth, building) }))
    .filter(({ points }) => points !== 0);
}

/** A city's builders. `alone`: both are the same seat; `first`: it is that seat's first city. */
function owner(view: View, city: number): { one: number; other: number; alone: boolean; first: boolean } {
  const [one, other] = view.cities[city]?.builders ?? [0, 0];
  const first = view.cities.findIndex(({ builders }) => builders[0] === one) === city;
  return { one, other, alone: one === other, first };
}

/** A heading: "With Ada", "Your left city", "Ben and Cleo". */
export function cityTitle(view: View, city: number, people: Names): string {
  const { one, other, alone, first } = owner(view, city);
  if (alone && one === people.me) return first ? m.btc_title_left() : m.btc_title_right();
  if (alone) {
    const name = people(one);
    return first ? m.btc_title_their_left({ name }) : m.btc_title_their_right({ name });
  }
  if (one === people.me) return m.btc_title_with({ name: people(other) });
  if (other === people.me) return m.btc_title_with({ name: people(one) });
  if (view.cities[city]?.tiles !== undefined) return m.btc_title_automas();
  return m.btc_title_two({ names: listed([people(one), people(other)]) });
}

/** Inside a sentence: "the city with Ada". */
export function cityName(view: View, city: number, people: Names): string {
  const { one, other, alone, first } = owner(view, city);
  if (alone && one === people.me) return first ? m.btc_city_left() : m.btc_city_right();
  if (alone) {
    const name = people(one);
    return first ? m.btc_city_their_left({ name }) : m.btc_city_their_right({ name });
  }
  if (one === people.me) return m.btc_city_with({ name: people(other) });
  if (other === people.me) return m.btc_city_with({ name: people(one) });
  if (view.cities[city]?.tiles !== undefined) return m.btc_city_automas();
  return m.btc_city_two({ names: listed([people(one), people(other)]) });
}

/** Whether a seat and the viewer build this city, perhaps the viewer as that seat. */
function isOurs(view: View, city: number, people: Names, seat: number): boolean {
  const { one, other, alone } = owner(view, city);
  return !alone && [seat, people.me].every((builder) => builder === one || builder === other);
}

/** The place where a tile goes: "in the city with Ada". */
function inCity(view: View, city: number, people: Names): string {
  return m.btc_into({ city: cityName(view, city, people) });
}

/** The number of a round, and which half of it this is for two players, who play each round twice: "1a", "1b". */
function roundAndHalf(round: string): { round: string; half: string[] } {
  const half = { a: [m.btc_half_first()], b: [m.btc_half_second()] }[round.slice(1)] ?? [];
  return { round: round.slice(0, 1), half };
}

/** "Round 2", "Round 1, first half". */
export function roundName(name: string): string {
  const { round, half } = roundAndHalf(name);
  return [m.btc_round({ round }), ...half].join(", ");
}

export function headline(table: TableView): string {
  const { phase, round: name, turn, turns } = viewOf<View>(table);
  if (phase === "over") return m.btc_headline_over();
  const { round, half } = roundAndHalf(name);
  const words = turns > 1 ? m.btc_headline({ round, turn, turns }) : m.btc_headline_duplex({ round });
  return [words, ...half].join(" · ");
}

/** Seats 1 and 2 are the Automas': to the player's left and right. */
export function seatName(seat: number): string {
  return seat === 1 ? m.btc_automa_left() : m.btc_automa_right();
}

export function words(event: unknown, people: Names, table: TableView, actor?: string): string | null {
  const what = event as GameEvent;
  const seat = what.seat ?? -1;
  const mine = seat === people.me && actor === undefined;
  const name = actor ?? (seat >= 0 ? people(seat) : "");
  switch (what.event) {
    case "sealed":
      return null;
    case "revealed":
      return m.btc_event_revealed();
    case "automa-served":
      return m.btc_event_automa({
        name,
        card: what.card,
        left: pieceName(what.to_left),
        right: pieceName(what.to_right),
      });
    case "discarded":
      return m.btc_event_discarded({ count: what.tiles });
    case "placed": {
      const tile = pieceWithArticle(what.piece);
      const view = viewOf<View>(table);
      const shared = seat !== people.me && isOurs(view, what.city, people, seat);
      const where = shared ? m.btc_into_yours() : inCity(view, what.city, people);
      return mine ? m.btc_event_you_placed({ tile, where }) : m.btc_event_placed({ name, tile, where });
    }
    case "hands-passed":
      return what.to === "left" ? m.btc_event_passed_left() : m.btc_event_passed_right();
    case "round-began": {
      const { round, half } = roundAndHalf(what.round);
      const words =
        what.kind === "tiles" ? m.btc_event_round({ round }) : m.btc_event_round_duplex({ round });
      return half.reduce((sentence, text) => sentence.replace(/\.$/, ` (${text}).`), words);
    }
    case "game-over":
      return m.btc_event_over();
  }
}

/** The cells that an event concerns: those of a tile that was placed. */
export function marks(event: unknown): string[] {
  const what = event as GameEvent;
  return what.event === "placed"
    ? cellsAt(what.piece, what.spot).map((cell) => `${what.city} ${cellKey(cell)}`)
    : [];
}

/**
 * "a park in the city with Ada"; `speaker` says it to another builder: "a park in our city". Chosen tiles are secret, so they are
 * not named.
 */
export function moveWords(mv: unknown, people: Names, table: TableView, speaker?: number): string {
  const move = moveOf(mv);
  if (move.kind !== "place") return m.btc_move_choose();
  const view = viewOf<View>(table);
  const ours = speaker !== undefined && isOurs(view, move.city, people, speaker);
  const where = ours ? m.btc_into_ours() : inCity(view, move.city, people);
  return m.btc_move_place({ tile: pieceWithArticle(move.piece), where });
}

const tokens: readonly (() => string)[] = [
  () => m.btc_token_pyramids(),
  () => m.btc_token_colosseum(),
  () => m.btc_token_arch(),
  () => m.btc_token_tower(),
  () => m.btc_token_pavilion(),
  () => m.btc_token_palace(),
  () => m.btc_token_bridge(),
];

/** The landmark on a city's token: "Eiffel Tower". */
export function tokenName(city: number): string {
  return tokens[city]?.() ?? "";
}

/** A city's label for screen readers, with its token and points. */
export function cityLabel(title: string, number: number, city: City): string {
  return m.btc_city_label({ title, token: tokenName(number), total: city.score.total });
}
