import { recall, remember } from "../settings/remembered";

/** The accuracy of each seat, 0 to 100, in the games that were analysed in this browser: code and seats, the latest last. */
type Kept = [code: string, seats: Record<string, number>][];

/** Of how many games it is kept. */
const MAX_GAMES = 1_000;
/** Not "accuracies", under which earlier versions kept numbers of another scale. */
const KEY = "shares-kept";

const isKept = (value: unknown): value is Kept =>
  Array.isArray(value) && value.every((one) => Array.isArray(one) && typeof one[0] === "string");

/** Changes whenever something is noted. */
let noted = $state(0);

/** Notes what an analysis that is complete says of a game. */
export function keepAccuracies(code: string, seats: readonly { seat: number; accuracy: number }[]): void {
  const others = (recall(KEY, isKept) ?? []).filter(([other]) => other !== code);
  const own = Object.fromEntries(seats.map(({ seat, accuracy }) => [String(seat), accuracy]));
  remember(KEY, [...others, [code, own]].slice(-MAX_GAMES));
  noted += 1;
}

/** How accurately seats played in the games that were analysed: by code and seat, null if it is not known. Reactive. */
export function accuracies(): (code: string, seat: number) => number | null {
  void noted;
  const kept = new Map(recall(KEY, isKept) ?? []);
  return (code, seat) => kept.get(code)?.[String(seat)] ?? null;
}
