import { recall, remember } from "../settings/remembered";

/** How far the learner has come at a table where a game is explained. */
export interface Progress {
  code: string;
  game: string;
  /** The lessons that are over. */
  done: readonly string[];
  /** Whether they wanted no more help. */
  left: boolean;
}

/** How many tables are remembered. */
const TABLES = 6;
const KEY = "lessons";

const isProgress = (value: unknown): value is Progress[] =>
  Array.isArray(value) &&
  value.every(
    (one: Partial<Progress> | null) =>
      typeof one?.code === "string" &&
      typeof one.game === "string" &&
      typeof one.left === "boolean" &&
      Array.isArray(one.done),
  );

/** The progress at a table; null if nothing is taught there. */
export function progressAt(code: string): Progress | null {
  return recall(KEY, isProgress)?.find((one) => one.code === code) ?? null;
}

export function keepProgress(progress: Progress): void {
  const others = (recall(KEY, isProgress) ?? []).filter(({ code }) => code !== progress.code);
  remember(KEY, [progress, ...others].slice(0, TABLES));
}
