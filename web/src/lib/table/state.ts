import type { GameState, TableView, LogEntry } from "$wire/protocol";
import type { GameTable } from "../game/game";

// View, offers and outcome are the game's own JSON. Each game reads them under the types that its Rust crate generates.

/** The state of the game at a table. To be called only after the game has begun. */
export function gameOf(table: TableView): GameState {
  if (!table.game) throw new Error("the game has not begun");
  return table.game;
}

export function viewOf<View>(table: TableView): View {
  return gameOf(table).view as View;
}

export function offersOf<Offers>(table: TableView): Offers {
  return gameOf(table).offers as Offers;
}

/** Null until the game is over. */
export function outcomeOf<Outcome>(table: TableView): Outcome | null {
  return gameOf(table).outcome as Outcome | null;
}

/** The game's own events in a log, under the game's type for them, each with the version of its entry. */
export function gameEvents<Event>(log: readonly LogEntry[]): { version: number; event: Event }[] {
  return log.flatMap((entry) =>
    entry.type === "game" ? [{ version: entry.version, event: entry.event as Event }] : [],
  );
}

/** Whether the table waits for the viewer. */
export function isMyTurn({ status, me, game }: TableView): boolean {
  return status === "playing" && me !== null && game?.to_act.includes(me) === true && game.my_sealed === null;
}

/**
 * Whether the table has others who can answer: other people, or bots that talk about their moves; or people who watched wrote
 * something that can be read.
 */
export function canTalk(table: TableView, kit: GameTable): boolean {
  if (table.options.talk === "silent") return false;
  if (table.gallery.length > 0) return true;
  const people = table.chairs.filter(({ sitter }) => sitter.kind === "person").length;
  return people > 1 || (kit.botsTalk && table.chairs.some(({ sitter }) => sitter.kind === "bot"));
}
