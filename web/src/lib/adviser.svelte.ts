import type { HintedMove, TableView } from "./protocol";
import { failureWords } from "./refusals";
import type { Connection } from "./tables";
import { toast } from "./toast.svelte";

interface Asking {
  table(): TableView;
  connection(): Connection;
  /** What is asked of the viewer now, in any words that change with it; null while nothing is. */
  question(): string | null;
  /** Whether a move can still be made: others may have moved since. */
  possible(mv: string): boolean;
}

/** What a strong bot would do on one's seat, for whoever asks. Nothing that it says outlives the question. */
export class Adviser {
  readonly #asking: Asking;
  #said = $state.raw<{ question: string; moves: readonly HintedMove[] } | null>(null);
  thinking = $state(false);

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /** There is nobody to ask where the clock runs. */
  get there(): boolean {
    return this.#asking.table().options.pace === "untimed" && this.#asking.question() !== null;
  }
  /** The moves, the best first; null if nobody asked. */
  readonly moves = $derived.by(() => {
    const said = this.#said;
    if (!said || said.question !== this.#asking.question()) return null;
    const moves = said.moves.filter(({ mv }) => this.#asking.possible(mv));
    return moves.length > 0 ? moves : null;
  });

  forget(): void {
    this.#said = null;
  }

  /** Asks, and tells people if there is no answer. Whether there is one. */
  async ask(): Promise<boolean> {
    const question = this.#asking.question();
    if (question === null || this.thinking) return false;
    this.thinking = true;
    try {
      const { moves } = await this.#asking.connection().hint();
      this.#said = { question, moves };
      return this.moves !== null;
    } catch (error) {
      toast(failureWords(error), "warn");
      return false;
    } finally {
      this.thinking = false;
    }
  }
}
