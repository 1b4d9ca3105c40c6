import { gamesOf } from "$lib/records";
import type { GameTable } from "$lib/game";
import { gameById } from "../../games/registry";
import { RecordedGame } from "./game.svelte";

/** How many games of a file are looked at. */
const MOST = 100;

/** A game of a record file with which something is wrong, as far as it can be shown. */
export interface Damaged {
  game: RecordedGame;
  kit: GameTable;
}

/** The first game of a refused record file that breaks off, or its only game; null if no move of it can be shown. */
export async function damagedIn(file: string): Promise<Damaged | null> {
  const records = gamesOf(file).slice(0, MOST);
  for (const record of records) {
    const game = await RecordedGame.open(record).catch(() => null);
    const kit = await gameById(game?.table?.game_id ?? "")?.load();
    if (!game || !kit || game.last === 0) continue;
    const breaksOff = game.fault !== null || game.all.at(-1)?.status !== "over";
    if (breaksOff || records.length === 1) return { game, kit };
  }
  return null;
}
