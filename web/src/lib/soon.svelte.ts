import { readable } from "./motion.svelte";
import { recall, remember } from "./remembered";

/** How long a complete choice waits until it is made, in milliseconds. */
const WAIT = 3_500;

const isFlag = (value: unknown): value is boolean => typeof value === "boolean";

let wanted = $state(recall("promptly", isFlag) ?? true);

/** Whether complete choices are made without another tap, where people can still go back for a moment or undo them. */
export const promptly = {
  get on(): boolean {
    return wanted;
  },
  set on(next: boolean) {
    wanted = next;
    remember("promptly", next);
  },
};

/**
 * Something that is done in a moment unless people go back: for choices that can't be undone later. Whatever else is
 * pressed meanwhile stops it, and the choice then waits to be confirmed.
 */
export class Soon {
  #lasts = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** How long it takes, in milliseconds, while it is to come; null otherwise. */
  get lasts(): number | null {
    return this.#lasts;
  }

  start(action: () => unknown): void {
    this.stop();
    if (!wanted) return;
    this.#lasts = readable(WAIT);
    this.#timer = setTimeout(() => {
      this.stop();
      // Nothing is done that nobody sees coming.
      if (!document.hidden && !document.querySelector("dialog[open]")) void action();
    }, this.#lasts);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#lasts = null;
  }
}
