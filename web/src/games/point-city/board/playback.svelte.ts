import { lasting, readable, reducedMotion } from "$lib/settings/motion.svelte";
import type { Motion } from "./motion.svelte";
import type { Turn } from "./turns";

/** How long a turn is shown before the next one begins, in milliseconds. */
const TURN = 1000;
/** How long the viewer's own turn is shown: they know what they did. */
const OWN_TURN = 500;
/** More turns at once are not news but a table that was away. */
const MAX_TURNS = 8;

/** Shows turns one after the other, although the board shows the result of all of them already. */
export class Playback {
  /** The turn that is being shown. */
  shown = $state.raw<Turn | null>(null);
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** When all that is to be shown has been shown, in milliseconds of the page. */
  #free = 0;

  constructor(
    private readonly motion: Motion,
    private readonly me: () => number | null,
  ) {}

  /** Shows these turns, after those that are being shown. A hidden page shows nothing. */
  add(turns: readonly Turn[]): void {
    if (turns.length === 0 || turns.length > MAX_TURNS || document.hidden) return;
    for (const turn of turns) {
      const usual = turn.seat === this.me() ? OWN_TURN : TURN;
      const now = performance.now();
      const wait = Math.max(0, this.#free - now);
      if (!reducedMotion()) this.motion.show(turn.events, wait);
      this.#in(wait, () => (this.shown = turn));
      this.#free = now + wait + (reducedMotion() ? readable(usual) : lasting(usual));
    }
    const end = this.#free;
    this.#in(end - performance.now(), () => {
      if (this.#free === end) this.shown = null;
    });
  }

  /** Ends it at once, because the viewer does something. */
  skip(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#free = 0;
    this.shown = null;
    this.motion.land();
  }

  /** At once, if there is nothing to wait for. */
  #in(time: number, then: () => void): void {
    if (time <= 0) then();
    else this.#timers.push(setTimeout(then, time));
  }
}
