import { untrack } from "svelte";

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
  #frame: number | null = null;

  constructor(count: number, value: T) {
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
    if (gradually) this.#frame ??= requestAnimationFrame(() => this.#hand());
    else for (const part of this.#parts) part.value = value;
  }

  /** Hands the newest value to the next part that does not have it yet. */
  #hand(): void {
    this.#frame = null;
    const count = this.#parts.length;
    for (let n = 0; n < count; n += 1) {
      const at = (this.#next + n) % count;
      const part = this.#parts[at];
      if (!part || part.value === this.#newest) continue;
      part.value = this.#newest;
      this.#next = at + 1;
      this.#frame = requestAnimationFrame(() => this.#hand());
      return;
    }
  }

  stop(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
  }
}

/**
 * A value that several parts of a page draw. `gradually`, they get the newest one in turn, each in a frame of its own, so that no
 * frame has to draw all of them; else all get it at once. Called while a component is initialised.
 */
export function inTurn<T>(count: number, value: () => T, gradually: () => boolean): (part: number) => T {
  const followed = new Followed(count, untrack(value));
  $effect.pre(() => {
    const [newest, slowly] = [value(), gradually()];
    untrack(() => followed.give(newest, slowly));
  });
  $effect(() => () => followed.stop());
  return (part) => (gradually() ? followed.of(part) : value());
}
