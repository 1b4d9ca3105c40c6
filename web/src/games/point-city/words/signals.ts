import type { SignalWords } from "$lib/game/game";
import type { Signal } from "$wire/point-city";
import { m } from "../../../paraglide/messages.js";

const words: Record<Signal["signal"], () => string> = {
  "your-call": () => m.signal_your_call(),
  "good-idea": () => m.signal_good_idea(),
  "please-not": () => m.signal_please_not(),
};

export const signals = Object.keys(words).map((signal) => ({ signal }) as Signal);

export function signalWords(given: unknown): SignalWords {
  const { signal } = given as Signal;
  return { icon: signal, text: words[signal]() };
}
