import { recall, remember } from "../settings/remembered";

/** How many tables are remembered; the oldest are forgotten first. */
const TABLES = 50;
const KEY = "muted";

type Muted = [code: string, names: string[]][];

const isMuted = (value: unknown): value is Muted =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      Array.isArray(one) && one.length === 2 && typeof one[0] === "string" && Array.isArray(one[1]),
  );

let muted = $state.raw<Muted>(recall(KEY, isMuted) ?? []);

/** Whether a person's messages are hidden in this browser, by table and name. */
export function isMutedAt(code: string, name: string): boolean {
  return muted.find(([table]) => table === code)?.[1].includes(name) ?? false;
}

/** Hides a person's messages (`on`), or shows them again. */
export function mute(code: string, name: string, on: boolean): void {
  const names = (muted.find(([table]) => table === code)?.[1] ?? []).filter((other) => other !== name);
  if (on) names.push(name);
  const others = muted.filter(([table]) => table !== code);
  muted = names.length > 0 ? [...others, [code, names] as [string, string[]]].slice(-TABLES) : others;
  remember(KEY, muted);
}
