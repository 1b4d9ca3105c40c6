/** The most games that are loaded at once. */
const AT_ONCE = 100;

/** The games of a record file, as text each. What comes before the first is with it. */
export function gamesOf(file: string): string[] {
  const [first = "", ...rest] = file.split(/^(?=\{"record")/m);
  return first.startsWith('{"record"') || rest.length === 0
    ? [first, ...rest]
    : [first + rest[0], ...rest.slice(1)];
}

/** A record file in parts that are loaded one after the other. */
export function parts(file: string): string[] {
  const games = gamesOf(file);
  if (games.length <= AT_ONCE) return [file];
  return Array.from({ length: Math.ceil(games.length / AT_ONCE) }, (_, i) =>
    games.slice(i * AT_ONCE, (i + 1) * AT_ONCE).join(""),
  );
}

/** What tells a game from all others: the commitment to its deal, or else all of it. */
function dealOf(game: string): string {
  try {
    const head = JSON.parse(game.slice(0, game.indexOf("\n"))) as { deal?: { commitment?: unknown } };
    return String(head.deal?.commitment ?? game);
  } catch {
    return game;
  }
}

/** Record files as one, in which each game is once. */
export function joined(files: readonly string[]): string {
  const games = new Map<string, string>();
  for (const game of files.flatMap((file) => (file === "" ? [] : gamesOf(file)))) {
    const deal = dealOf(game);
    if (!games.has(deal)) games.set(deal, game.endsWith("\n") ? game : `${game}\n`);
  }
  return [...games.values()].join("");
}
