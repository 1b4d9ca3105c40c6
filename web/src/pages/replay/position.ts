/** From whose eyes a game is looked back on: a seat, those of a spectator, or with everything open. */
export type Eyes = number | "watcher" | "open";

/** A moment of a recorded game. */
export interface ReplayPosition {
  step: number;
  /** Null if the link does not say. */
  eyes: Eyes | null;
}

/** The moment that a link's fragment names; missing or invalid parts mean the beginning. */
export function momentOf(fragment: string): ReplayPosition {
  const words = new URLSearchParams(fragment);
  const step = Number(words.get("s") ?? 0);
  const eyes = words.get("e");
  const named =
    eyes === "watcher" || eyes === "open" ? eyes : /^[0-7]$/.test(eyes ?? "") ? Number(eyes) : null;
  return { step: Number.isInteger(step) && step > 0 ? step : 0, eyes: named };
}

/** The fragment of a link that begins with the analysis. */
export const COACH = "coach";

/** Whether a link begins with the analysis: with the sheet that says all about a player, or with the board. */
export function coachIn(fragment: string): "sheet" | "board" | null {
  const coach = new URLSearchParams(fragment).get(COACH);
  return coach === null ? null : coach === "board" ? "board" : "sheet";
}

/** The fragment of the link to a moment, with the analysis if `coach` says how it is shown. */
export function fragmentOf({ step, eyes }: ReplayPosition, coach: "sheet" | "board" | null = null): string {
  return new URLSearchParams({
    s: String(step),
    ...(eyes !== null && { e: String(eyes) }),
    ...(coach !== null && { [COACH]: coach }),
  }).toString();
}
