import { rememberedChoice, defaultOptions, optionsAtOnce, type Choice } from "$lib/game/choice";
import { keepProgress } from "$lib/coach/progress";
import type { GameModule } from "$lib/game/game";
import { ensureMe } from "$lib/settings/me.svelte";
import { sayFailure } from "$lib/table/failures";
import { tablePath } from "$lib/navigation/route";
import { go } from "$lib/navigation/router.svelte";
import { gameInfo, tables } from "$lib/table/tables";

/** Begins to load what a table needs while it is being opened. If that fails, the table's page says so. */
export function loadAhead(game: GameModule): void {
  for (const part of [import("./TablePage.svelte"), import("./pages"), game.load()])
    part.catch(() => undefined);
}

/** Opens a table with bots on all other chairs, or with free ones, and goes there; `onopen` is called before that. */
export async function openTable(
  game: GameModule,
  choice: Choice,
  withBots: boolean,
  onopen?: (code: string) => void,
): Promise<void> {
  loadAhead(game);
  const { variant, players, level } = choice;
  const bots = withBots ? Array.from({ length: players - 1 }, () => level) : [];
  await ensureMe();
  const options = withBots ? optionsAtOnce() : defaultOptions;
  const table = { game: game.id, variant, players, options, bots, start: withBots };
  const code = await tables().open(table);
  onopen?.(code);
  go(tablePath(code));
}

/** Begins a game against bots as it was last chosen. */
export async function playNow(game: GameModule): Promise<void> {
  const info = await gameInfo(game.id);
  if (!info) throw new Error(`no table place offers ${game.id}`);
  await openTable(game, rememberedChoice(info), true);
}

/** Begins a game as `playNow` does, with a toast if that fails. */
export async function playNowOrSay(game: GameModule): Promise<void> {
  try {
    await playNow(game);
  } catch (error) {
    sayFailure(error);
  }
}

/** Begins a first game with explanations. */
export async function learnByPlaying(game: GameModule): Promise<void> {
  const course = await game.loadCourse?.();
  if (!course) return;
  await openTable(game, course.table, true, (code) =>
    keepProgress({ code, game: game.id, done: [], left: false }),
  );
}
