// Sentences: events, the question, cards.
import type { Names } from "$lib/game/game";
import { gameEvents } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { listed } from "$lib/game/words";
import type { Contrast, Forecast } from "$wire/point-city";
import { m } from "../../../paraglide/messages.js";
import type { BoardModel, WhyNot } from "../board/board.svelte";
import { building, buildingsAt, type Building } from "../cards";
import type { Move, GameEvent, MarketCard, Missing, View } from "../types";
import { buildingName, tokenWords } from "./names";
import { amountsWords, count, kindWords, resourceName, spread, type Cards } from "../resources";
import type { Turn } from "../board/turns";

/** An event in a sentence; null if it is not shown. `actor` names who made the move, if not the player of the seat. */
export function eventWords(event: GameEvent, names: Names, actor?: string): string | null {
  if (event.event === "game-over") return m.pc_log_over();
  if (event.seat === undefined) return null;
  const name = actor ?? names(event.seat);
  const you = actor === undefined && names.me === event.seat;
  switch (event.event) {
    case "took": {
      const what = kindWords(event.kind);
      return you ? m.pc_log_took_you({ what }) : m.pc_log_took({ name, what });
    }
    case "built": {
      const built = building(event.card);
      const what = built ? buildingWords(built) : event.card;
      return you ? m.pc_log_built_you({ what }) : m.pc_log_built({ name, what });
    }
    case "flipped": {
      const built = building(event.card);
      const what = built ? buildingName(built) : event.card;
      return you ? m.pc_log_flipped_you({ what }) : m.pc_log_flipped({ name, what });
    }
    case "paid": {
      const what = cardsWords(event.cards);
      return you ? m.pc_log_paid_you({ what }) : m.pc_log_paid({ name, what });
    }
    case "took-token": {
      const what = tokenWords(event.token);
      return you ? m.pc_log_token_you({ what }) : m.pc_log_token({ name, what });
    }
    case "drew": {
      const what = listed(event.kinds.map(kindWords));
      return you ? m.pc_log_drew_you({ what }) : m.pc_log_drew({ name, what });
    }
    case "passed":
      return you ? m.pc_log_passed_you() : m.pc_log_passed({ name });
    default:
      return null;
  }
}

/** The subjects of an event: the seat whose city it changed, and the place from which it took something. */
export function marks(event: GameEvent): string[] {
  return [
    ...(event.seat === undefined ? [] : [`seat ${event.seat}`]),
    ...("cell" in event ? [`cell ${event.cell}`] : []),
    ...(event.event === "drew" ? ["deck"] : event.event === "took-token" ? ["tokens"] : []),
  ];
}

/** Cards one by one: "energy, energy, and ingenuity". */
export const cardsWords = (cards: Cards): string => listed(spread(cards).map(kindWords));

/** "Wind farm (energy, 2 points)". */
export function buildingWords(built: Building): string {
  const gives = [
    ...(built.produces ? [resourceName(built.produces)] : []),
    ...(built.points > 0 ? [m.points_short({ n: built.points })] : []),
    ...(built.civic ? [m.pc_a_token()] : []),
  ];
  return m.pc_giving({ name: buildingName(built), what: gives.join(", ") });
}

/** A card of the market, for screen readers; `payers`: the cells beside it that could pay for it. */
export function cardWords(
  card: MarketCard,
  missing: Missing | undefined,
  payers?: readonly string[],
): string {
  const built = building(card.face);
  if (!built) return m.pc_card_resource({ cell: card.cell, what: kindWords(card.face) });
  const words = m.pc_card_building({
    cell: card.cell,
    what: buildingWords(built),
    cost: amountsWords(count(built.cost)),
  });
  if (payers) return `${words} ${m.pc_card_with({ cells: listed(payers) })}`;
  return missing ? `${words} ${m.pc_card_lacks({ what: amountsWords(missing.lacks) })}` : words;
}

/** Why something can't be taken, and what would help. */
export function whyNotWords(whyNot: WhyNot): string {
  switch (whyNot.why) {
    case "short": {
      const { building: built, missing, ingenuity } = whyNot;
      const words = m.pc_short({
        what: buildingName(built),
        cost: amountsWords(count(built.cost)),
        lacks: amountsWords(missing.lacks),
      });
      return ingenuity > 0 ? `${words} ${m.pc_short_stars({ n: ingenuity })}` : words;
    }
    case "together":
      return m.pc_short_together();
    case "alone":
      return m.pc_short_alone();
  }
}

/** The circumstances of the question to the viewer. */
export interface Asking {
  mayAct: boolean;
  /** Whether no other move is legal. */
  onlyPass: boolean;
  /** Whether the viewer waits, and may plan a move meanwhile. */
  plans: boolean;
  plan: PlanShown | null;
}

/** A move that the viewer planned, in words, and whether it has lapsed. */
export interface PlanShown {
  what: string;
  lapsed: boolean;
}

/** The question to the viewer, or else the players for whom the table waits. */
export function question(
  view: View,
  board: BoardModel,
  names: Names,
  { mayAct, onlyPass, plans, plan }: Asking,
): string {
  if (view.to_act === null) return m.game_over();
  if (!mayAct && !plans)
    return names.me === view.to_act ? m.pc_ask_wait_you() : m.pc_ask_wait({ name: names(view.to_act) });
  if (onlyPass) return m.pc_ask_pass();
  if (board.whyNot) return whyNotWords(board.whyNot);
  const asked = board.asked;
  switch (asked.what) {
    case "nothing":
      if (plans) {
        if (!plan) return m.pc_plan_wait({ name: names(view.to_act) });
        return plan.lapsed ? m.pc_plan_lapsed() : m.pc_planned({ what: plan.what });
      }
      if (plan?.lapsed) return m.pc_plan_lapsed_turn();
      return view.turn < view.cities.length ? m.pc_ask_first() : m.pc_ask_take();
    case "first":
      return m.pc_ask_neighbour();
    case "pair":
      if (plans && board.tokens.length >= asked.take.civics) return m.pc_plan_ask();
      if (buildingsAt(view, asked.take.cells).length === 0) return m.pc_ask_sure();
      if (board.tokens.length < asked.take.civics) return m.pc_ask_token();
      return m.pc_ask_build();
    case "flip":
      return m.pc_ask_flip();
    case "draw":
      return m.pc_ask_draw();
  }
}

/** A move in a few words. */
export function moveWords(move: Move): string {
  switch (move.kind) {
    case "flip":
      return m.pc_move_flip({ cell: move.cell });
    case "take":
      return m.pc_move_take({ cells: move.cells.join(" + ") });
    case "draw":
      return m.pc_move_draw();
    case "pass":
      return m.pc_move_pass();
  }
}

/** A turn in a line; without what was paid, if it is to be short. */
export function turnWords({ events }: Turn, names: Names, short = false): string {
  return events
    .filter(({ event }) => !short || event !== "paid")
    .flatMap((event) => eventWords(event, names) ?? [])
    .join(" ");
}

/** The cells that changed since the viewer's latest turn. */
export function freshCells(table: TableView): ReadonlySet<string> {
  const changes: { version: number; cell: string }[] = [];
  let mine: number | undefined;
  for (const { version, event } of gameEvents<GameEvent>(table.log.slice(-80)).reverse()) {
    if (event.seat === table.me) mine = version;
    if (mine !== undefined) break;
    if (event.event === "refilled" || event.event === "flipped") changes.push({ version, cell: event.cell });
  }
  return new Set(
    table.me === null ? [] : changes.filter(({ version }) => version !== mine).map(({ cell }) => cell),
  );
}

/** How many turns of the solo city are shown on the market. */
export const CITY_TURNS = 5;

/** The meanings of the signs on a card of the market: when the solo city takes it, and whether it is new to the viewer. */
export function signWords(cell: string, turns: View["city_turns"], fresh: ReadonlySet<string>): string[] {
  const turn = turns.slice(0, CITY_TURNS).findIndex((cells) => cells.includes(cell));
  return [
    ...(turn < 0 ? [] : [turn === 0 ? m.pc_city_takes_next() : m.pc_city_takes_in({ n: turn + 1 })]),
    ...(fresh.has(cell) ? [m.pc_fresh()] : []),
  ];
}

/** The advantage of a better move, in a sentence; empty for forecasts and for terms that this version does not know. */
export function termWords(term: unknown, names: Names): string {
  if (typeof term !== "object" || term === null || !("term" in term)) return "";
  const found = term as Contrast | Forecast;
  switch (found.term) {
    case "pays":
      return m.pc_term_pays({ what: resourceName(found.resource), buildings: found.buildings });
    case "printed":
      return m.pc_term_printed({ n: found.points });
    case "tokens":
      return m.pc_term_tokens({ n: found.points });
    case "leaves": {
      const card = building(found.card);
      return m.pc_term_leaves({ name: names(found.seat), what: card ? buildingWords(card) : found.card });
    }
    case "closer": {
      const { lacks, instead } = found;
      const card = building(found.card);
      const what = card ? buildingWords(card) : found.card;
      return lacks === 0 ? m.pc_term_affords({ what, instead }) : m.pc_term_closer({ what, lacks, instead });
    }
    case "keeps":
      return m.pc_term_keeps({ n: found.cards });
    case "opens":
      return m.pc_term_opens({ n: found.buildings, instead: found.instead });
    case "turns": {
      const { payable, buildings, most } = found;
      return m.pc_term_turns({ what: kindWords(found.back), payable, buildings, most });
    }
    case "offers": {
      const { payable, buildings } = found;
      return m.pc_term_offers({ what: kindWords(found.back), name: names(found.seat), payable, buildings });
    }
    default:
      return "";
  }
}

/** Why a recommended move is better than another that can still be made, as the end of a sentence; empty for other terms. */
export function betterWords(term: unknown): string {
  if (typeof term !== "object" || term === null || !("term" in term)) return "";
  const found = term as Contrast | Forecast;
  switch (found.term) {
    case "pays":
      return m.pc_better_pays({ what: resourceName(found.resource), buildings: found.buildings });
    case "printed":
      return m.pc_better_printed({ n: found.points });
    case "tokens":
      return m.pc_better_tokens({ n: found.points });
    case "keeps":
      return m.pc_better_keeps({ n: found.cards });
    case "closer": {
      const { lacks, instead } = found;
      const card = building(found.card);
      const what = card ? buildingWords(card) : found.card;
      return lacks === 0
        ? m.pc_better_affords({ what, instead })
        : m.pc_better_closer({ what, lacks, instead });
    }
    default:
      return "";
  }
}
