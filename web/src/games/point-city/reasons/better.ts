// Why a move of the viewer is better than the one that was played: by what lies on the table, and differs between the two.

import type { Better, Names } from "$lib/game/game";
import { offersOf, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import type { Contrast, Forecast } from "$wire/point-city";
import { m } from "../../../paraglide/messages.js";
import { areNeighbours } from "../board/board.svelte";
import { building, buildingsAt, costOf, givenBy, type Building } from "../cards";
import {
  entries,
  resourceName,
  symbolOf,
  total,
  type Amounts,
  type Cards,
  type Resource,
} from "../resources";
import { moveOf, type City, type Move, type Offers, type Takable, type View } from "../types";
import { buildingName } from "../words/names";
import { describe } from "../words/describe";
import { buildingWords, termWords } from "../words/words";

/** The smallest share of the cost that the points of a side must have, if what differs there is to be the reason. */
const SHARE = 0.4;
/** How many gains are named: more do not fit on a small phone. */
const MOST = 2;
/** A token is named as kept from others if it counts at least this for them, in points. */
const LEAST_TOKEN = 3;

type Take = Extract<Move, { kind: "take" }>;

/** A take of the viewer, with what it brings. */
interface Taken {
  move: Take;
  built: Building[];
  /** The permanent resources of the buildings. */
  given: Amounts;
  /** How many cards pay for them. */
  paid: number;
  /** The points at once, with those of its tokens. */
  points: number;
  /** How many buildings come into its gaps. */
  opened: number;
}

/** A better move and the one that was played, with all by which they are compared. */
interface Compared extends Better {
  view: View;
  me: City;
  names: Names;
  /** The move that was played, and the better one, or the take that probably follows it if that turns a card. */
  was: Taken | null;
  is: Taken | null;
  /** The smallest change of points that explains the cost. */
  least: number;
}

/** The sentences, the most important first; none if nothing on the table says why. */
export function whyBetter(better: Better, names: Names, table: TableView): string[] {
  const [view, offers] = [viewOf<View>(table), offersOf<Offers>(table)];
  const [played, best] = [moveOf(better.played), moveOf(better.best)];
  const me = view.cities.find(({ seat }) => seat === view.viewer);
  if (!me) return [];
  const [was, is] = [played, best.kind === "flip" ? nextTake(better, view) : best].map(
    (move) => (move?.kind === "take" && takenBy(move, view, offers)) || null,
  ) as [Taken | null, Taken | null];
  const compared = { ...better, view, me, names, was, is, least: SHARE * better.cost };
  const rival = rivalWords(compared, best);
  const turns = best.kind === "flip" ? turnWords(compared, best.cell, table) : [];
  // The card behind it is the reason itself.
  const kept = rival.length > 0 ? [...rival, ...priceWords(compared)] : rival;
  const differences = turns.length > 1 ? kept : [...rival, ...ownWords(compared, MOST - rival.length)];
  // A take that is only named is no reason.
  if (best.kind === "flip" && turns.length === 1 && differences.length === 0 && was && is) {
    return [sameCells(is.move.cells, was.move.cells) ? (turns[0] ?? "") : m.pc_reason_turn_free()];
  }
  if (best.kind === "flip") return [...turns, ...differences];
  // That a move costs less does not explain why it gives up a permanent resource, but for what the cards are enough then.
  const terms = (better.why.terms as (Contrast | Forecast)[]).filter(
    ({ term }) => differences.length === 0 || (givenUp(was, is) && term === "closer"),
  );
  const first = terms.flatMap((term) => (holds(term, compared) && termWords(term, names)) || []).slice(0, 1);
  const words = [...first, ...differences];
  return words.length > 0 ? words : affordsWords(compared);
}

/** The permanent resource that only the move that was played gives, if the better one gives no other. */
function givenUp(was: Taken | null, is: Taken | null): Resource | undefined {
  if (!was || !is) return undefined;
  const [more, other] = [onlyIn(was, is), onlyIn(is, was)];
  return other.length > 0 ? undefined : more[0];
}

/** The permanent resources of a take that another one does not give, or not as often. */
const onlyIn = (one: Taken, other: Taken): Resource[] =>
  entries(one.given).flatMap(([resource, n]) => (n > (other.given[resource] ?? 0) ? resource : []));

/** The move by which the viewer probably goes on after turning a card. */
function nextTake({ why }: Better, { viewer }: View): Move | undefined {
  const [next] = why.line;
  return next?.seat === viewer ? moveOf(next.move) : undefined;
}

const sameCells = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((cell) => other.includes(cell));

const openedBy = ({ refills }: Takable): number => refills.filter((side) => side === "building").length;

function takenBy(move: Take, view: View, { take }: Offers): Taken | undefined {
  const pair = take.find(({ cells }) => sameCells(cells, move.cells));
  if (!pair) return undefined;
  const built = buildingsAt(view, move.cells);
  const tokens = (move.tokens ?? []).map((id) => pair.tokens.find((token) => token.id === id)?.now ?? 0);
  const points = tokens.reduce((sum, now) => sum + now, pair.payments[0]?.points ?? 0);
  const paid = total(move.pay ?? {});
  return { move, built, given: givenBy(built), paid, points, opened: openedBy(pair) };
}

/** That turning a card costs nothing, and how the turn goes on. */
function turnWords({ was, is, why, names, played }: Compared, cell: string, table: TableView): string[] {
  const turns = (why.terms as (Contrast | Forecast)[]).find((term) => term.term === "turns");
  const stays = moveOf(played).kind !== "flip" && !was?.move.cells.includes(cell);
  const same = was !== null && is !== null && sameCells(is.move.cells, was.move.cells);
  if (is && !same && !is.move.cells.includes(cell) && !turns) {
    return [m.pc_reason_turn_first({ what: describe(is.move, names, table).what })];
  }
  const first = was && stays ? m.pc_reason_turn_same() : m.pc_reason_turn_free();
  if (!turns) return was && stays ? [first] : [];
  const { payable, buildings, most } = turns;
  const behind =
    payable === buildings
      ? m.pc_reason_behind_all({ n: buildings })
      : m.pc_reason_behind({ payable, n: buildings });
  return [first, behind, ...(most > 0 ? [m.pc_reason_behind_best({ n: most })] : [])];
}

/** In what the better take is better for the viewer, and at which price; nothing if that explains too little. */
function ownWords(compared: Compared, most: number): string[] {
  const { was, is, why, least, me, view } = compared;
  if (!was || !is || sameCells(is.move.cells, was.move.cells)) return [];
  const price = priceWords(compared);
  if (why.own < least) return most < MOST ? price : [];
  const more = is.points - was.points;
  const gains = [
    ...(more > 0 ? [m.pc_reason_points({ n: more })] : []),
    ...permanentWords(was, is, me, view),
    ...costWords(was, is),
  ].slice(0, most);
  return gains.length === 0 && most === MOST ? gains : [...gains, ...price];
}

/** What the better take gives up at once. */
function priceWords({ was, is, why }: Compared): string[] {
  if (!was || !is) return [];
  const [less, what] = [was.points - is.points, givenUp(was, is)];
  const later = Math.round(why.own);
  const price = later > 0 ? m.pc_reason_price({ n: less, later }) : m.pc_reason_price_only({ n: less });
  return [
    ...(what ? [m.pc_reason_gives_up({ what: resourceName(what) })] : []),
    ...(less > 0 ? [price] : []),
  ];
}

/** The building on a card, if that shows one. */
const buildingsOf = (face: string): Building[] => [building(face) ?? []].flat();

/** How many buildings that a take leaves in the market would cost one less with the permanent resources after it. */
function cheaper({ move, given }: Taken, resource: Resource, { permanents }: City, { market }: View): number {
  const n = (permanents[resource] ?? 0) + (given[resource] ?? 0);
  const left = market.filter(({ cell }) => !move.cells.includes(cell));
  return left.filter(({ face }) => (costOf(buildingsOf(face))[resource] ?? 0) >= n).length;
}

function permanentWords(was: Taken, is: Taken, me: City, view: View): string[] {
  const [[resource], [instead]] = [onlyIn(is, was), onlyIn(was, is)];
  if (!resource) {
    const both = entries(is.given).length > 0 && !instead;
    return both && is.paid < was.paid ? [m.pc_reason_both()] : [];
  }
  const what = resourceName(resource);
  const n = cheaper(is, resource, me, view);
  if (!instead) {
    const none = entries(was.given).length === 0;
    const gives = none ? m.pc_reason_gives({ what }) : m.pc_reason_gives_more({ what });
    return [n > 1 ? `${gives} ${m.pc_reason_cheaper({ n })}` : gives];
  }
  const others = cheaper(was, instead, me, view);
  if (n <= others) return is.paid < was.paid ? [m.pc_reason_both()] : [];
  const giving = ({ built }: Taken, by: Resource): string =>
    m.pc_giving({
      name: built.flatMap((one) => (one.produces === by ? buildingName(one) : [])).join(", "),
      what: resourceName(by),
    });
  const both = { one: giving(is, resource), other: giving(was, instead), n };
  return [others > 0 ? m.pc_reason_cheaper_than({ ...both, others }) : m.pc_reason_cheaper_only(both)];
}

function costWords(was: Taken, is: Taken): string[] {
  if (is.paid >= was.paid) {
    return is.paid === 0 && is.built.length > was.built.length ? [m.pc_reason_free_too()] : [];
  }
  const costs =
    is.paid === 0 ? m.pc_reason_free({ n: was.paid }) : m.pc_reason_costs({ n: is.paid, instead: was.paid });
  const keeps = (was.move.pay?.["*"] ?? 0) > (is.move.pay?.["*"] ?? 0);
  return [keeps ? `${costs} ${m.pc_reason_ingenuity()}` : costs];
}

/** The token, the building or the new buildings that the better move keeps from others, where that is most of the cost. */
function rivalWords({ was, is, why, least, view, me, names }: Compared, best: Move): string[] {
  if (why.others <= why.own || view.markers !== null) return [];
  const rivals = view.cities.filter(({ seat }) =>
    why.parts.some(({ part, points }) => part === seat && points <= -least),
  );
  const next = view.cities[(view.cities.indexOf(me) + 1) % view.cities.length];
  const follows = next && rivals.includes(next) ? next : undefined;
  return [
    ...tokenWords(was, is, rivals, view, names),
    ...(follows ? buildingKept(was, is, follows, view, names) : []),
    ...(follows && was ? openedWords(was, is, best, names(follows.seat)) : []),
  ].slice(0, 1);
}

function tokenWords(
  was: Taken | null,
  is: Taken | null,
  rivals: readonly City[],
  { tokens }: View,
  names: Names,
): string[] {
  // Of two tokens for the same cards, others may get the one that is left.
  if (was && is && sameCells(is.move.cells, was.move.cells)) return [];
  const taken = (is?.move.tokens ?? []).filter((id) => !was?.move.tokens?.includes(id));
  const kept = rivals.flatMap(({ seat, open_tokens }) =>
    taken.map((id) => ({ name: names(seat), n: open_tokens[tokens.indexOf(id)] ?? 0 })),
  );
  const [dearest] = kept.sort((one, other) => other.n - one.n);
  return dearest && dearest.n >= LEAST_TOKEN ? [m.pc_reason_token(dearest)] : [];
}

/** A building that only the better move takes, and that the next player could pay for. */
function buildingKept(
  was: Taken | null,
  is: Taken | null,
  { seat, cards, permanents }: City,
  { market }: View,
  names: Names,
): string[] {
  // With the cards that the move that was played leaves.
  const left = market.filter(({ cell }) => !was?.move.cells.includes(cell));
  const kept = market.flatMap(({ cell, face }) => {
    const isTaken = is?.move.cells.includes(cell) && !was?.move.cells.includes(cell);
    return isTaken
      ? buildingsOf(face).filter((built) => isPayable(built, cell, cards, permanents, left))
      : [];
  });
  const [first] = kept;
  return first ? [m.pc_reason_keeps({ name: names(seat), what: buildingWords(first) })] : [];
}

function openedWords({ opened }: Taken, is: Taken | null, best: Move, name: string): string[] {
  if (is) return opened > is.opened ? [m.pc_reason_opens({ name, n: opened, instead: is.opened })] : [];
  return best.kind === "draw" && opened > 0 ? [m.pc_reason_draws({ name, n: opened })] : [];
}

/** Whether a player with these cards could take a building with a card beside it. */
function isPayable(
  built: Building,
  cell: string,
  cards: Cards,
  permanents: Amounts,
  market: View["market"],
): boolean {
  return market
    .filter((one) => areNeighbours(one.cell, cell))
    .some(({ face }) => {
      const beside = building(face);
      const held = beside ? cards : { ...cards, [face]: (cards[face] ?? 0) + 1 };
      return lacking(costOf(beside ? [built, beside] : [built]), held, permanents) === 0;
    });
}

/** How many symbols are missing to pay a cost. */
function lacking(cost: Amounts, cards: Cards, permanents: Amounts): number {
  const symbols: Amounts = { ...permanents };
  for (const [kind, n] of Object.entries(cards)) {
    const { symbol, times } = symbolOf(kind);
    if (symbol !== "*") symbols[symbol] = (symbols[symbol] ?? 0) + times * (n ?? 0);
  }
  const missing = entries(cost).reduce(
    (sum, [letter, n]) => sum + Math.max(0, n - (symbols[letter] ?? 0)),
    0,
  );
  return Math.max(0, missing - (cards["*"] ?? 0));
}

/** Whether a term is a reason by itself: a forecast is none, nor a building with nothing beside it that could be taken too. */
function holds(term: unknown, { is, me, view, best }: Compared): boolean {
  const found = term as Contrast | Forecast;
  if (found.term === "expected") return false;
  if (found.term !== "closer" || found.lacks > 0) return true;
  const built = building(found.card);
  const { cards, permanents, left } = leftBy(best, is, me, view);
  const at = left.find(({ face }) => face === found.card)?.cell;
  return moveOf(best).kind === "take" && !!built && !!at && isPayable(built, at, cards, permanents, left);
}

/** What the viewer has after a move, as far as it is known, and the cells from which it takes nothing. */
function leftBy(move: unknown, taken: Taken | null, me: City, { market, top }: View) {
  const cells: readonly string[] = taken?.move.cells ?? [];
  const permanents: Amounts = { ...me.permanents };
  for (const [letter, n] of entries(taken?.given ?? {})) permanents[letter] = (permanents[letter] ?? 0) + n;
  const drawn: Cards =
    moveOf(move).kind === "draw" && top ? { ...me.cards, [top]: (me.cards[top] ?? 0) + 1 } : me.cards;
  const cards = taken ? cardsAfter(taken, me, market) : drawn;
  return { cards, permanents, left: market.filter(({ cell }) => !cells.includes(cell)) };
}

/** The dearest building for which only the better move leaves enough cards, if there were not enough before. */
function affordsWords({ was, is, played, best, why, least, me, view }: Compared): string[] {
  if (why.own < least || moveOf(played).kind === "flip") return [];
  const [before, after] = [leftBy(played, was, me, view), leftBy(best, is, me, view)];
  const missing = (built: Building, { cards, permanents }: Pick<City, "cards" | "permanents">): number =>
    lacking(costOf([built]), cards, permanents);
  const worth = ({ points, civic }: Building): number =>
    points + (civic ? Math.max(0, ...me.open_tokens) : 0);
  const all = after.left.flatMap(({ cell, face }) => {
    const stays = before.left.some((other) => other.cell === cell);
    return buildingsOf(face).filter(
      (built) =>
        stays &&
        missing(built, me) > 0 &&
        missing(built, before) > 0 &&
        isPayable(built, cell, after.cards, after.permanents, after.left),
    );
  });
  const [built] = all.sort((one, other) => worth(other) - worth(one));
  if (!built) return [];
  return [m.pc_term_affords({ what: buildingWords(built), instead: missing(built, before) })];
}

function cardsAfter({ move }: Taken, { cards }: City, market: View["market"]): Cards {
  const after: Record<string, number> = { ...(cards as Record<string, number>) };
  const taken = market.filter(({ cell, face }) => move.cells.includes(cell) && !building(face));
  for (const { face } of taken) after[face] = (after[face] ?? 0) + 1;
  for (const [kind, n] of Object.entries(move.pay ?? {})) after[kind] = (after[kind] ?? 0) - (n ?? 0);
  return after;
}
