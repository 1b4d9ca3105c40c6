import { option, type OptionWords } from "$lib/game/option";
import type { Options } from "$wire/between-two-cities";
import { m } from "../../paraglide/messages.js";

/** This game's own options of a table; those that are left out have their default. */
export function ownOptions(own: unknown): Options {
  return { passed_hands: false, ...(own as Partial<Options> | null) };
}

export function optionWords(own: unknown): OptionWords<unknown>[] {
  const all = ownOptions(own);
  return [
    option(
      all,
      "passed_hands",
      m.btc_option_passed(),
      all.passed_hands ? m.btc_option_passed_shown_hint() : m.btc_option_passed_memory_hint(),
      [false, m.btc_option_passed_memory()],
      [true, m.btc_option_passed_shown()],
    ),
  ];
}
