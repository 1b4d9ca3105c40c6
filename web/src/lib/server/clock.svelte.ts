import { ticking } from "../clock.svelte";

/**
* An estimate of the server's clock from the times in its messages. It does not use the browser's clock, which may be
* wrong by hours, or be set while the page is open.
*/
export class ServerClock {
  /** What to add to `performance.now()`, in milliseconds. */
  #offset = $state.raw<number | null>(null);

  /** Starts a new estimate: the first message of a connection was sent by the server at `now`. */
  set(now: number): void {
    this.#offset = now - performance.now();
  }

  /**
   * A later message of the same connection. Each is late by what it took on its way, so the one that took least tells
   * the time best.
   */
  adjust(now: number): void {
    this.#offset = Math.max(this.#offset ?? -Infinity, now - performance.now());
  }

  /** The server's time, in milliseconds since 1970. Reactive: changes once a second. */
  now(): number {
    return ticking() + (this.#offset ?? performance.timeOrigin);
  }
}
