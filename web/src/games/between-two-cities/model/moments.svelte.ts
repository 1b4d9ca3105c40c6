import { untrack } from "svelte";
import type { BoardProps } from "$lib/game";
import { viewOf } from "$lib/game-state";
import { gameEvents } from "$lib/log";
import { readable } from "$lib/motion.svelte";
import { momentsIn, SHOWN, type Moment } from "../moments";
import type { GameEvent, View } from "../types";

/** How many moments may wait: whoever plays faster than they are shown misses the older ones. */
const MOST = 2;
/** How long after the start the first round is still announced, in milliseconds. */
const FRESH = 8_000;

/** What is shown in the middle of the table, one after the other, each for a moment. */
export class Moments {
  shown = $state.raw<Moment | null>(null);
  #waiting: Moment[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows what these events bring, after what is being shown. A page that nobody sees shows nothing. */
  add(events: readonly GameEvent[]): void {
    if (!document.hidden) this.show(momentsIn(events));
  }

  show(moments: readonly Moment[]): void {
    this.#waiting = [...this.#waiting, ...moments].slice(-MOST);
    if (!this.shown) this.#next();
  }

  /** Ends all of them, because the viewer does something. */
  dismiss(): void {
    this.#waiting = [];
    clearTimeout(this.#timer);
    this.shown = null;
  }

  #next(): void {
    const next = this.#waiting.shift() ?? null;
    this.shown = next;
    if (next) this.#timer = setTimeout(() => this.#next(), readable(SHOWN[next.kind]));
  }
}

/** The moments of a table, which follow what happens there. Called while a component is initialised. */
export function momentsAt(props: () => BoardProps): Moments {
  const moments = new Moments();
  let seen = 0;
  untrack(() => {
    const { table, connection } = props();
    seen = table.log.at(-1)?.version ?? 0;
    const began = table.log.find(({ type }) => type === "started");
    const { round, kind } = viewOf<View>(table);
    if (began && table.game?.moves === 0 && connection.now() - began.at < FRESH)
      moments.show([{ kind: "round", round, duplexes: kind === "duplexes" }]);
  });
  $effect(() => {
    const { table, still } = props();
    const news = gameEvents<GameEvent>(table.log.filter(({ version }) => version > seen));
    seen = table.log.at(-1)?.version ?? seen;
    if (!still) untrack(() => moments.add(news.map(({ event }) => event)));
  });
  $effect(() => () => moments.dismiss());
  return moments;
}
