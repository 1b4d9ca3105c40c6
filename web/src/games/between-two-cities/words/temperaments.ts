// The temperaments of bots, and how each says what it means, in words.

import type { Stance, Temperament } from "$wire/protocol";
import { m } from "../../../paraglide/messages.js";

/** The name of a temperament, a hint for its partners, and the beginnings of its sentences. */
type Words = Record<"name" | "hint" | "agrees" | "declines" | Stance, () => string>;

const WORDS: Record<Temperament, Words> = {
  generous: {
    name: () => m.btc_generous(),
    hint: () => m.btc_generous_hint(),
    agrees: () => m.btc_generous_agrees(),
    declines: () => m.btc_generous_declines(),
    counters: () => m.btc_generous_counters(),
    insists: () => m.btc_generous_insists(),
    announces: () => m.btc_generous_announces(),
    yields: () => m.btc_generous_yields(),
  },
  stubborn: {
    name: () => m.btc_stubborn(),
    hint: () => m.btc_stubborn_hint(),
    agrees: () => m.btc_stubborn_agrees(),
    declines: () => m.btc_stubborn_declines(),
    counters: () => m.btc_stubborn_counters(),
    insists: () => m.btc_stubborn_insists(),
    announces: () => m.btc_stubborn_announces(),
    yields: () => m.btc_stubborn_yields(),
  },
  cautious: {
    name: () => m.btc_cautious(),
    hint: () => m.btc_cautious_hint(),
    agrees: () => m.btc_cautious_agrees(),
    declines: () => m.btc_cautious_declines(),
    counters: () => m.btc_cautious_counters(),
    insists: () => m.btc_cautious_insists(),
    announces: () => m.btc_cautious_announces(),
    yields: () => m.btc_cautious_yields(),
  },
  quick: {
    name: () => m.btc_quick(),
    hint: () => m.btc_quick_hint(),
    agrees: () => m.btc_quick_agrees(),
    declines: () => m.btc_quick_declines(),
    counters: () => m.btc_quick_counters(),
    insists: () => m.btc_quick_insists(),
    announces: () => m.btc_quick_announces(),
    yields: () => m.btc_quick_yields(),
  },
};

/** "generous" */
export function temperamentName(temperament: Temperament): string {
  return WORDS[temperament].name();
}

/** A sentence that says how a bot of this temperament behaves. */
export function temperamentHint(temperament: Temperament): string {
  return WORDS[temperament].hint();
}

/** How a bot begins the answer to a proposal: "No, not there." */
export function answerPhrase(temperament: Temperament, agree: boolean): string {
  return agree ? WORDS[temperament].agrees() : WORDS[temperament].declines();
}

/** How a bot begins its reaction to a refusal: "All right. Then here?" */
export function stancePhrase(temperament: Temperament, stance: Stance): string {
  return WORDS[temperament][stance]();
}
