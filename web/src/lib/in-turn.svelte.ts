import { untrack } from "svelte";
import { inOwnFrame } from "./own-frame";

/** For how long no newer value must have come until the last part follows, in milliseconds. */
const REST = 120;

/** What a part of a page draws. */
class Part<T> {
  value = $state.raw() as T;
}

/** A value that several parts of a page draw. */
export class Followed<T> {
  readonly #parts: readonly Part<T>[];
  #newest: T;
  /** The part whose turn is next. */
  #next = 0;
  /** Calls off what waits for its frame. */
  #off: (() => void) | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** With `rests`, the last part waits until no newer values come: it costs much, and need not follow at once. */
  constructor(
    count: number,
    value: T,
    readonly rests = false,
  ) {
    this.#parts = Array.from({ length: count }, () => new Part<T>());
    this.#newest = value;
    this.give(value, false);
  }

  /** What a part draws now. */
  of(part: number): T {
    return this.#parts[part]?.value ?? this.#newest;
  }

  /** Gives all parts a new value: at once, or `gradually`, each in a frame of its own. */
  give(value: T, gradually: boolean): void {
    this.#newest = value;
    clearTimeout(this.#rest);
    if (this.rests && gradually) this.#rest = setTimeout(() => this.#settle(), REST);
    if (gradually) this.#off ??= inOwnFrame(() => this.#hand());
    else for (const part of this.#parts) part.value = value;
  }

  /** Hands the newest value to the next part that does not have it yet. */
  #hand(): void {
    this.#off = null;
    const count = this.#parts.length - Number(this.rests);
    for (let n = 0; n < count; n += 1) {
      const at = (this.#next + n) % count;
      const part = this.#parts[at];
      if (!part || part.value === this.#newest) continue;
      part.value = this.#newest;
      this.#next = at + 1;
      this.#off = inOwnFrame(() => this.#hand());
      return;
    }
  }

  #settle(): void {
    const last = this.#parts.at(-1);
    if (last) inOwnFrame(() => (last.value = this.#newest));
  }

  stop(): void {
    this.#off?.();
    clearTimeout(this.#rest);
  }
}

/**
 * A value that several parts of a page draw. `gradually`, they get the newest one in turn, each in a frame of its own, so that no
 * frame has to draw all of them; else all get it at once. With `rests`, the last part waits until no newer values come.
 * Called while a component is initialised.
 */
export function inTurn<T>(
  count: number,
  value: () => T,
  gradually: () => boolean,
  rests = false,
): (part: number) => T {
  const followed = new Followed(count, untrack(value), rests);
  $effect.pre(() => {
    const [newest, slowly] = [value(), gradually()];
    untrack(() => followed.give(newest, slowly));
  });
  $effect(() => () => followed.stop());
  return (part) => (gradually() ? followed.of(part) : value());
}
