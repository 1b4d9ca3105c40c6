/** The games of a record file, as text each. Text before the first game is part of it. */
export function gamesOf(file: string): string[] {
  const [first = "", ...rest] = file.split(/^(?=\{"record")/m);
  return first.startsWith('{"record"') || rest.length === 0
    ? [first, ...rest]
    : [first + rest[0], ...rest.slice(1)];
}

/**
 * The identity of a game: its deal, its moves and its result. A deal may be played more than once, by those who go
 * on from a moment of the game; the names and the talk may be missing in one copy of it.
 */
function identityOf(game: string): string {
  const [head = "", ...lines] = game.trim().split("\n");
  const played = lines.filter((line) => !line.startsWith('{"talk"'));
  return [dealOf(head), ...played].join("\n");
}

/** The commitment to the deal, or else the whole header. */
function dealOf(head: string): string {
  try {
    const { deal } = JSON.parse(head) as { deal?: { commitment?: unknown } };
    return String(deal?.commitment ?? head);
  } catch {
    return head;
  }
}

/** Record files as one, in which each game is once. */
export function joined(files: readonly string[]): string {
  const games = new Map<string, string>();
  for (const game of files.flatMap((file) => (file === "" ? [] : gamesOf(file)))) {
    const identity = identityOf(game);
    if (!games.has(identity)) games.set(identity, game.endsWith("\n") ? game : `${game}\n`);
  }
  return [...games.values()].join("");
}

/** Whether a file is the download of all data of a person: it has journals of tables, of which not all are records. */
export function isDataDownload(file: string): boolean {
  try {
    const first: unknown = JSON.parse(file.split("\n", 1)[0] ?? "");
    return typeof first === "object" && first !== null && "me" in first && "devices" in first;
  } catch {
    return false;
  }
}
