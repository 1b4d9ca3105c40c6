import { ticking } from "../time";

/**
 * An estimate of the server's clock from the times in its messages. It does not use the browser's clock, which may be
 * wrong by hours, or be set while the page is open.
 */
export class TableClock {
  /** The offset to add to `performance.now()`, in milliseconds. */
  #offset = $state.raw<number | null>(null);

  /** Starts a new estimate: the first message of a connection was sent by the server at `now`. */
  set(now: number): void {
    this.#offset = now - performance.now();
  }

  /**
   * Improves the estimate by a later message of the same connection. Each message is late by its latency, so the one
   * with the least latency gives the best estimate.
   */
  adjust(now: number): void {
    this.#offset = Math.max(this.#offset ?? -Infinity, now - performance.now());
  }

  /** The server's time, in milliseconds since 1970. Reactive: changes once a second. */
  now(): number {
    return ticking() + (this.#offset ?? performance.timeOrigin);
  }
}
