import type { Amounts, Cards, Resource } from "$wire/point-city";
import { listed } from "$lib/game/words";
import { m } from "../../paraglide/messages.js";

export type { Amounts, Cards, Resource };

/** The five resources in their order, and ingenuity, which stands for any one of them. */
export type Symbol = Resource | "*";

export const RESOURCES: readonly Resource[] = ["C", "M", "E", "I", "N"];
export const SYMBOLS: readonly Symbol[] = [...RESOURCES, "*"];

/** The variable of app.css in which a resource is drawn. */
export const PAINT: Record<Resource, string> = {
  C: "var(--community)",
  M: "var(--economy)",
  E: "var(--energy)",
  I: "var(--industry)",
  N: "var(--ecology)",
};

/** The symbol of a resource card, and how many of it the card gives. */
export function symbolOf(kind: string): { symbol: Symbol; times: number } {
  return { symbol: kind.charAt(0) as Symbol, times: kind.length };
}

export function resourceName(symbol: Symbol): string {
  switch (symbol) {
    case "C":
      return m.pc_community();
    case "M":
      return m.pc_economy();
    case "E":
      return m.pc_energy();
    case "I":
      return m.pc_industry();
    case "N":
      return m.pc_ecology();
    case "*":
      return m.pc_ingenuity();
  }
}

/** A text of symbols, counted: "MMI" is two of economy, one of industry. */
export function count(text: string): Amounts {
  const amounts: Amounts = {};
  for (const letter of RESOURCES) {
    const number = text.split(letter).length - 1;
    if (number > 0) amounts[letter] = number;
  }
  return amounts;
}

/** The resources of which there is at least one, in their order. */
export function entries(amounts: Amounts): [Resource, number][] {
  return RESOURCES.flatMap((letter) => {
    const number = amounts[letter] ?? 0;
    return number > 0 ? [[letter, number] as [Resource, number]] : [];
  });
}

/** The kinds of resource cards. */
export const KINDS: readonly string[] = [...RESOURCES.flatMap((letter) => [letter, letter + letter]), "*"];

/** The kind of every single card, grouped by kind. */
export function spread(cards: Cards): string[] {
  return KINDS.flatMap((kind) => Array<string>(cards[kind] ?? 0).fill(kind));
}

/** How many cards there are. */
export function total(cards: Cards): number {
  return Object.values(cards).reduce<number>((sum, number) => sum + (number ?? 0), 0);
}

export function sameCards(one: Cards, other: Cards): boolean {
  return KINDS.every((kind) => (one[kind] ?? 0) === (other[kind] ?? 0));
}

/** "2 energy and 1 industry". */
export function amountsWords(amounts: Amounts): string {
  return listed(entries(amounts).map(([letter, n]) => m.pc_amount({ n, what: resourceName(letter) })));
}

/** "two community", "one star": a resource card in words. */
export function kindWords(kind: string): string {
  const { symbol, times } = symbolOf(kind);
  const what = resourceName(symbol);
  return times === 1 ? what : m.pc_double({ what });
}
