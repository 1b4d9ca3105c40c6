// One's finished games, and what they say together.
import type { Strength } from "$lib/game/game";
import { placesOf } from "$lib/game/standings";
import type { ListedTable } from "$lib/table/tables";

/** A finished game. */
export interface Played {
  code: string;
  game: string;
  variant: string;
  players: number;
  /** The players by their places. */
  ranking: readonly { seat: number; name: string; points: number; won: boolean }[];
  /** One's own seat; null if one did not play, or it is not known. */
  me: number | null;
  /** Whether a bot played for one at the end. Then one has no points, and did not win. */
  byBot: boolean;
  points: number | null;
  won: boolean;
  /** How accurately one decided, 0 to 100; null unless the game was analysed. */
  accuracy: number | null;
  idle_ms: number;
}

/** Which games are shown; null: all. */
export interface Filter {
  game: string | null;
  variant: string | null;
  players: number | null;
  /** The name of a player. */
  partner: string | null;
}

export const ALL: Filter = { game: null, variant: null, players: null, partner: null };

/**
 * The finished games of a list, the latest first. `name` is one's own, for games that were loaded from a file; `accuracyOf` returns
 * the accuracy that an analysis found, or null.
 */
export function playedOf(
  tables: readonly ListedTable[],
  name: string | null,
  accuracyOf: (code: string, seat: number) => number | null = () => null,
): Played[] {
  const games = tables.flatMap((table): (Played & { loaded: boolean })[] => {
    const { code, game, variant, players, names, idle_ms, result } = table;
    if (!result) return [];
    const named = names.indexOf(name);
    const me = result.me ?? (name !== null && named >= 0 ? named : null);
    const places = placesOf(result);
    const ranking = names
      .map((who, seat) => {
        const won = result.winners.includes(seat);
        return { seat, name: who ?? "", points: result.points[seat] ?? 0, won };
      })
      .sort((a, b) => (places[a.seat] ?? 0) - (places[b.seat] ?? 0));
    const mine = ranking.find(({ seat }) => seat === me);
    const accuracy = me === null ? null : accuracyOf(code, me);
    // The result of a game that a bot played to the end is not one's own.
    const byBot = table.bot_plays;
    const own = byBot
      ? { me, points: null, won: false, accuracy: null }
      : { me, points: mine?.points ?? null, won: mine?.won ?? false, accuracy };
    return [{ code, game, variant, players, ranking, byBot, ...own, idle_ms, loaded: result.me === null }];
  });
  // A record that was loaded may be of a game that is listed anyway.
  const key = ({ game, variant, ranking }: Played): string => JSON.stringify([game, variant, ranking]);
  const known = new Set(games.filter(({ loaded }) => !loaded).map(key));
  return games.filter((game) => !game.loaded || !known.has(key(game)));
}

export function matching(games: readonly Played[], filter: Filter): Played[] {
  return games.filter(
    ({ game, variant, players, ranking, me }) =>
      (filter.game === null || filter.game === game) &&
      (filter.variant === null || filter.variant === variant) &&
      (filter.players === null || filter.players === players) &&
      (filter.partner === null || ranking.some(({ name, seat }) => seat !== me && name === filter.partner)),
  );
}

/** The choices of each filter. */
export function choices(games: readonly Played[]): {
  games: string[];
  variants: string[];
  players: number[];
  partners: string[];
} {
  const distinct = <T>(values: T[]): T[] => [...new Set(values)];
  const partners = games.flatMap(({ ranking, me }) =>
    ranking.filter(({ seat, name }) => seat !== me && name !== "").map(({ name }) => name),
  );
  return {
    games: distinct(games.map(({ game }) => game)),
    variants: distinct(games.map(({ variant }) => variant)).sort(),
    players: distinct(games.map(({ players }) => players)).sort((a, b) => a - b),
    partners: distinct(partners).sort((a, b) => a.localeCompare(b)),
  };
}

/** Some games taken together. */
export interface Sum {
  count: number;
  /** Of those in which one played: how many one won, and one's points. */
  played: number;
  won: number;
  mean: number | null;
  best: number | null;
  /** One's mean accuracy, in those that were analysed. */
  accuracy: number | null;
}

export function sumOf(games: readonly Played[]): Sum {
  const points = games.flatMap(({ points }) => points ?? []);
  return {
    count: games.length,
    played: points.length,
    won: games.filter(({ won }) => won).length,
    mean: mean(points),
    best: points.length > 0 ? Math.max(...points) : null,
    accuracy: mean(games.flatMap(({ accuracy }) => accuracy ?? [])),
  };
}

/** The games in groups whose points can be compared: game, variant and number of players. */
export function grouped(games: readonly Played[]): { of: Played; sum: Sum }[] {
  const groups = new Map<string, Played[]>();
  for (const game of games) {
    const key = JSON.stringify([game.game, game.variant, game.players]);
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  return [...groups.values()]
    .flatMap((group) => (group[0] ? [{ of: group[0], sum: sumOf(group) }] : []))
    .sort((a, b) => b.sum.count - a.sum.count);
}

/** How something went from game to game, the earliest first: each kind of game for itself, if it is known of two or more. */
export function series(
  games: readonly Played[],
  valueOf: (game: Played) => number | null,
): { game: string; values: { value: number; won: boolean }[] }[] {
  return choices(games).games.flatMap((game) => {
    const values = games
      .filter((one) => one.game === game)
      .flatMap((one) => {
        const value = valueOf(one);
        return value === null ? [] : [{ value, won: one.won }];
      })
      .reverse();
    return values.length > 1 ? [{ game, values }] : [];
  });
}

/** For each value the mean of it and those before it, of at most `most`. */
export function movingMeans(values: readonly number[], most: number): number[] {
  return values.map((_, at) => mean(values.slice(Math.max(0, at + 1 - most), at + 1)) ?? 0);
}

export function mean(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

/** A record, as far as a comparison needs it. */
export interface Recorded {
  game: string;
  variant: string;
  /** One's own seat. */
  me: number;
  result: unknown;
}

/** Identifies a game by its players, in a list as in a record. */
const playersKey = (game: string, variant: string, names: readonly (string | null)[]): string =>
  JSON.stringify([game, variant, names.filter((name) => name !== null)]);

/**
 * The results of a file of records in which one played to the end. Records have only names, which may be those of earlier days: the
 * seats are those in the list `played`. In other games one played under the present `name`, or as the only person.
 */
export function recordedOf(
  games: readonly string[],
  played: readonly ListedTable[],
  name: string | null,
): Recorded[] {
  const known = new Map(
    played.map(({ game, variant, names, result }) => [playersKey(game, variant, names), result?.me ?? null]),
  );
  return games.flatMap((text) => {
    try {
      const lines = text.trim().split("\n");
      const head = JSON.parse(lines[0] ?? "") as Head;
      const { result } = JSON.parse(lines.findLast((line) => line.startsWith('{"result"')) ?? "") as {
        result: unknown;
      };
      const people = head.players.flatMap((_, seat) => ((head.bots?.[seat] ?? null) === null ? [seat] : []));
      const named = head.players.indexOf(name ?? "");
      const me =
        known.get(playersKey(head.game, head.variant, head.players)) ??
        (named >= 0 ? named : people.length === 1 ? people[0] : undefined);
      const byBot = me !== undefined && (head.bots?.[me] ?? null) !== null;
      return me === undefined || byBot ? [] : [{ game: head.game, variant: head.variant, me, result }];
    } catch {
      // A line that is not JSON: the rest of the file is good.
      return [];
    }
  });
}

interface Head {
  game: string;
  variant: string;
  players: string[];
  bots?: (string | null)[];
}

/** Strengths of several games together: those in which one is best, compared with the others, first. */
export function summed(all: readonly (readonly Strength[])[]): Strength[] {
  const groups = new Map<string, Strength[]>();
  for (const one of all.flat()) groups.set(one.key, [...(groups.get(one.key) ?? []), one]);
  return [...groups.values()]
    .map((ones) => ({
      key: ones[0]?.key ?? "",
      mine: mean(ones.map(({ mine }) => mine)) ?? 0,
      others: mean(ones.map(({ others }) => others)) ?? 0,
    }))
    .sort((a, b) => b.mine - b.others - (a.mine - a.others));
}
