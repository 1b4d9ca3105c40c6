import type { GameTable } from "$lib/game/game";
import type { Refused } from "$lib/table/refused";
import type { Loaded } from "$lib/table/tables";
import { gameById } from "../../games/registry";
import { RecordedGame } from "./game.svelte";

/** How many games are looked at. */
const MAX_TRIED = 100;

/** A game with whose record something is wrong, as far as it can be shown. */
export interface Damaged {
  game: RecordedGame;
  kit: GameTable;
  why: Refused;
}

/** The first game that was refused and of which something can be shown; null if there is none. */
export async function damagedOf(refused: Loaded["refused"]): Promise<Damaged | null> {
  for (const { record, why } of refused.slice(0, MAX_TRIED)) {
    const game = await RecordedGame.open(record).catch(() => null);
    const kit = await gameById(game?.table?.game_id ?? "")?.load();
    if (game && kit && game.last > 0) return { game, kit, why };
  }
  return null;
}
