import { keepAccuracies } from "$lib/records/accuracies.svelte";
import { engineHere, tables, type Analyst } from "$lib/table/tables";

/** Finished games that are analysed one after the other, for how accurately one decided. */
export class Analyses {
  /** Each run has a number of its own; 0: none is on. */
  #run = 0;
  #runs = 0;
  #all = $state(0);
  #ended = $state(0);
  #failed = $state(0);
  #progress = $state(0);
  #analyst: Analyst | null = null;

  /** Whether some are being analysed. */
  readonly on = $derived.by(() => this.#all > 0);
  /** How many are to be analysed, and which of them is looked at now, from 1. */
  get all(): number {
    return this.#all;
  }
  readonly number = $derived.by(() => Math.min(this.#ended + 1, this.#all));
  /** How much is done of that one, from 0 to 1. */
  get progress(): number {
    return this.#progress;
  }

  /**
   * Analyses the games with these codes. Resolves with how many were, and how many could not be; null if it was stopped.
   * A second call stops the first.
   */
  async start(codes: readonly string[]): Promise<{ analysed: number; failed: number } | null> {
    this.stop();
    const run = (this.#run = ++this.#runs);
    [this.#all, this.#ended, this.#failed] = [codes.length, 0, 0];
    for (const code of codes) {
      this.#progress = 0;
      try {
        await this.#analyse(code, run);
      } catch {
        if (run === this.#run) this.#failed += 1;
      }
      if (run !== this.#run) return null;
      this.#ended += 1;
    }
    const outcome = { analysed: this.#ended - this.#failed, failed: this.#failed };
    this.stop();
    return outcome;
  }

  async #analyse(code: string, run: number): Promise<void> {
    const analyst = await engineHere().analyst(await tables().archive.record(code), code);
    if (run !== this.#run) return analyst.close();
    this.#analyst = analyst;
    try {
      let found = analyst.begun;
      while (found.progress < 1) {
        this.#progress = found.progress;
        found = await analyst.work();
      }
      keepAccuracies(code, found.seats);
    } finally {
      analyst.close();
    }
  }

  /** Ends all work at once. The results so far are kept, including those of the game in progress. */
  stop(): void {
    this.#run = 0;
    this.#all = 0;
    this.#analyst?.close();
    this.#analyst = null;
  }
}
