import type { GameState, TableView } from "./protocol";

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
