import { SvelteMap } from "svelte/reactivity";
import type { TalkItem } from "$wire/protocol";

/** How long a line is shown, in milliseconds. */
const READING = 6_000;

/** The latest line of each seat, for as long as it takes to read it. */
export class Bubbles {
  readonly #shown = new SvelteMap<number, TalkItem>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** The lines that are shown, the latest last. */
  get shown(): TalkItem[] {
    return [...this.#shown.values()];
  }

  /** Shows a line instead of an earlier one of its seat. */
  show(item: TalkItem): void {
    const { seat } = item;
    this.#end(seat);
    this.#shown.set(seat, item);
    this.#timers.set(
      seat,
      setTimeout(() => this.#end(seat), READING),
    );
  }

  /** Shows nothing any more. */
  clear(): void {
    for (const seat of [...this.#timers.keys()]) this.#end(seat);
  }

  #end(seat: number): void {
    clearTimeout(this.#timers.get(seat));
    this.#timers.delete(seat);
    this.#shown.delete(seat);
  }
}
