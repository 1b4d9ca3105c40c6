import { m } from "../../paraglide/messages.js";
import { getLocale } from "../../paraglide/runtime.js";

/** By language: to make one takes longer than to use it. */
const lists = new Map<string, Intl.ListFormat>();

/** A list in a sentence, in the current language: "Ada, Ben, and Cleo". */
export function listed(names: readonly string[]): string {
  const locale = getLocale();
  const list = lists.get(locale) ?? new Intl.ListFormat(locale, { type: "conjunction" });
  lists.set(locale, list);
  return list.format(names);
}

/** A change by points with one decimal: "+1.2", "−0.5". */
export function tenths(points: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const amount = new Intl.NumberFormat(getLocale(), digits).format(Math.abs(points));
  return points < 0 ? `−${amount}` : `+${amount}`;
}

/** Points after "about": whole ones, or half a point. `n` is the number for the plural. */
export function about(points: number): { amount: string; n: number } {
  const n = Math.max(1, Math.round(points));
  return { amount: points < 0.5 ? "½" : String(n), n };
}

/** A text that begins a sentence. */
export const capital = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(getLocale()) + text.slice(1);

/** Joins parts by dots, for a title that may take two lines. A dot may end the first line, but no line begins with one. */
export const dotted = (text: string): string => text.replaceAll(" · ", "\u00a0· ");

/** The name of a bot's level. */
export function levelName(level: string): string {
  switch (level) {
    case "random":
      return m.level_random();
    case "novice":
      return m.level_novice();
    case "greedy":
      return m.level_greedy();
    case "casual":
      return m.level_casual();
    case "hard":
      return m.level_hard();
    case "expert":
      return m.level_expert();
    default:
      return level;
  }
}
