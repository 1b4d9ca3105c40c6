import type { BotPace, GameInfo, Options, VariantInfo } from "$wire/protocol";
import { Setting } from "../settings/setting.svelte";
import { recall, remember } from "../settings/remembered";

/** The game that 'Play now' starts. */
export interface Choice {
  variant: string;
  players: number;
  level: string;
}

/** The options of a new table. */
export const defaultOptions: Options = {
  pace: "untimed",
  talk: "open",
  undo: "until-revealed",
  bots: "human",
  seating: "dealt",
  listing: "private",
  game: null,
};

const PACES: readonly unknown[] = ["human", "brisk", "instant"] satisfies BotPace[];

/** How long bots seem to think in games that begin at once. */
export const botPace = new Setting(
  "bot-pace",
  (value): value is BotPace => PACES.includes(value),
  defaultOptions.bots,
);

/** The options of a game that begins at once, without a lobby in which they could be chosen. */
export function optionsAtOnce(): Options {
  return { ...defaultOptions, bots: botPace.value };
}

/** How many people can play, over all variants, the fewest first. */
export function playerCounts(game: GameInfo): number[] {
  const counts = new Set<number>();
  for (const { min, max } of game.variants) for (let n = min; n <= max; n++) counts.add(n);
  return [...counts].sort((a, b) => a - b);
}

/** The variants that so many can play. */
export function variantsFor(game: GameInfo, players: number): VariantInfo[] {
  return game.variants.filter(({ min, max }) => min <= players && players <= max);
}

/** The bots' level of a new table: pleasant opponents rather than the strongest. */
export function defaultLevel(levels: readonly string[]): string {
  return levels.includes("casual") ? "casual" : (levels.at(-1) ?? "greedy");
}

/** The first variant, with one more player than it needs. */
export function defaultChoice(game: GameInfo): Choice {
  const [first] = game.variants;
  return {
    variant: first?.id ?? "standard",
    players: Math.min((first?.min ?? 1) + 1, first?.max ?? 1),
    level: defaultLevel(game.levels),
  };
}

/** The choice if the game allows it, else the default one. */
export function fitted(choice: Choice, game: GameInfo): Choice {
  const fits =
    game.levels.includes(choice.level) &&
    variantsFor(game, choice.players).some(({ id }) => id === choice.variant);
  return fits ? choice : defaultChoice(game);
}

/** The choice that this browser remembers of a game, if the game allows it; else the default one. */
export function rememberedChoice(game: GameInfo): Choice {
  return fitted(recall(choiceKey(game.id), isChoice) ?? defaultChoice(game), game);
}

export function rememberChoice(game: GameInfo, choice: Choice): void {
  remember(choiceKey(game.id), choice);
}

const choiceKey = (game: string): string => `play:${game}`;

/** The choice for another number of players: with the same variant if it fits, else the middle one of those that do. */
export function resized<T extends Pick<Choice, "variant" | "players">>(
  choice: T,
  players: number,
  game: GameInfo,
): T {
  const able = variantsFor(game, players);
  const same = able.find(({ id }) => id === choice.variant);
  const variant = (same ?? able[Math.floor((able.length - 1) / 2)])?.id ?? choice.variant;
  return { ...choice, variant, players };
}

function isChoice(value: unknown): value is Choice {
  if (typeof value !== "object" || value === null) return false;
  const { variant, players, level } = value as Record<string, unknown>;
  return typeof variant === "string" && typeof players === "number" && typeof level === "string";
}
