import { readable } from "../settings/motion.svelte";
import { isFlag, Setting } from "../settings/setting.svelte";

/** How long a complete choice waits until it is made, in milliseconds. */
const WAIT = 3_500;

/** Whether complete choices are made without another tap, where people can still go back for a moment or undo them. */
export const promptly = new Setting("promptly", isFlag, true);

/**
 * Something that is done in a moment unless people go back: for choices that can't be undone later. Any other press
 * meanwhile stops it, and the choice then waits to be confirmed.
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
    if (!promptly.value) return;
    this.#lasts = readable(WAIT);
    this.#timer = setTimeout(() => {
      this.stop();
      // A choice is made only while its countdown is visible.
      if (!document.hidden && !document.querySelector("dialog[open]")) void action();
    }, this.#lasts);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#lasts = null;
  }
}
