import type { Names, SignalWords } from "$lib/game/game";
import { viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import type { IconName } from "$lib/ui/icons";
import type { Signal } from "$wire/between-two-cities";
import { m } from "../../../paraglide/messages.js";
import type { View } from "../types";
import { cityName } from "./words";

const words: Record<Signal["signal"], () => string> = {
  "you-first": () => m.signal_you_first(),
  "your-call": () => m.signal_your_call(),
  "good-idea": () => m.signal_good_idea(),
  "please-not": () => m.signal_please_not(),
  "points-here": () => m.signal_points_here(),
  "points-there": () => m.signal_points_there(),
};

/** The signals to all players. Points are needed in a city: partners say so beside it. */
export const signals = (["you-first", "your-call", "good-idea", "please-not"] as const).map(
  (signal): Signal => ({ signal }),
);

export function signalWords(given: unknown, names: Names, table: TableView): SignalWords {
  const signal = given as Signal;
  const icon: IconName = signal.signal;
  const city = "city" in signal ? signal.city : undefined;
  const about = city === undefined ? {} : { about: cityName(viewOf<View>(table), city, names) };
  return { icon, text: words[signal.signal](), ...about };
}

/** Whether bots act on a signal. To others they are answered by 'yes' and 'rather not'. */
export function heardByBots(given: unknown): boolean {
  const { signal } = given as Signal;
  return signal === "you-first" || signal === "your-call";
}
