import { readable } from "$lib/motion.svelte";
import { momentsIn, SHOWN, type Moment } from "../moments";
import type { GameEvent } from "../types";

/** How many moments may wait: whoever plays faster than they are shown misses the older ones. */
const MOST = 2;

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
