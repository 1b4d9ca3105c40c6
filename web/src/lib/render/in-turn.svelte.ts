import { untrack } from "svelte";
import { inFrame } from "./frame-queue";

/** For how long nothing newer must have come until what need not follow at once does, in milliseconds. */
export const REST = 200;

/** What a part of a page draws. */
class Part<T> {
  value = $state.raw() as T;
}

/** What several parts of a page draw. */
export class Followed<T> {
  readonly #parts: readonly Part<T>[];
  /** What each part is to draw. */
  #newest: readonly T[];
  /** The part whose turn is next. */
  #next = 0;
  /** Calls off what waits for its frame. */
  #off: (() => void) | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** With `rests`, the last part waits until nothing newer comes: it costs much, and need not follow at once. */
  constructor(
    values: readonly T[],
    readonly rests = false,
  ) {
    this.#parts = values.map(() => new Part<T>());
    this.#newest = values;
    this.give(values, false);
  }

  /** What a part draws now. */
  of(part: number): T {
    return this.#parts[part]?.value as T;
  }

  /** Gives each part its new value: at once, or `gradually`, one after the other. */
  give(values: readonly T[], gradually: boolean): void {
    this.#newest = values;
    clearTimeout(this.#rest);
    if (this.rests && gradually) this.#rest = setTimeout(() => this.#settle(), REST);
    if (gradually) this.#off ??= inFrame(() => this.#hand());
    else values.forEach((_, part) => this.#update(part));
  }

  /** Hands the newest value to the next part that does not have it yet. */
  #hand(): void {
    this.#off = null;
    const count = this.#parts.length - Number(this.rests);
    for (let n = 0; n < count; n += 1) {
      const part = (this.#next + n) % count;
      if (!this.#update(part)) continue;
      this.#next = part + 1;
      this.#off = inFrame(() => this.#hand());
      return;
    }
  }

  /** Whether a part got something new. */
  #update(at: number): boolean {
    const [part, value] = [this.#parts[at], this.#newest[at] as T];
    if (!part || part.value === value) return false;
    part.value = value;
    return true;
  }

  #settle(): void {
    inFrame(() => void this.#update(this.#parts.length - 1));
  }

  stop(): void {
    this.#off?.();
    clearTimeout(this.#rest);
  }
}

/**
 * What several parts of a page draw: `value(part)`. `gradually`, those for which it has changed get it one after the other, in as
 * many frames as that takes; else all get it at once. With `rests`, the last part waits until nothing newer comes. Called
 * while a component is initialised.
 */
export function inTurn<T>(
  count: number,
  value: (part: number) => T,
  gradually: () => boolean,
  rests = false,
): (part: number) => T {
  const values = (): T[] => Array.from({ length: count }, (_, part) => value(part));
  const followed = new Followed(untrack(values), rests);
  $effect.pre(() => {
    const [newest, slowly] = [values(), gradually()];
    untrack(() => followed.give(newest, slowly));
  });
  $effect(() => () => followed.stop());
  return (part) => (gradually() ? followed.of(part) : value(part));
}
