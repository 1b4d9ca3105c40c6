import type { HintedMove, TableView } from "$wire/protocol";
import { sayFailure } from "../table/failures";
import type { Connection } from "../table/connection";

/** Where hints get the present state of the table. It is called when needed, so that it is never out of date. */
export interface HintSource {
  table(): TableView;
  connection(): Connection;
  /** A text that identifies the question to the viewer; null while nothing is asked. */
  question(): string | null;
  /** Whether a move can still be made: others may have moved since. */
  possible(mv: unknown): boolean;
}

/** A strong bot's moves for the viewer, on request. They are dropped as soon as the question changes. */
export class Hints {
  readonly #source: HintSource;
  #received = $state.raw<{ question: string; moves: readonly HintedMove[] } | null>(null);
  /** Whether the bot is thinking. */
  pending = $state(false);

  constructor(source: HintSource) {
    this.#source = source;
  }

  /** Whether hints can be requested now. Timed tables have none. */
  get available(): boolean {
    return this.#source.table().options.pace === "untimed" && this.#source.question() !== null;
  }
  /** The moves, the best first; null if none were requested for the present question. */
  readonly moves = $derived.by(() => {
    const received = this.#received;
    if (!received || received.question !== this.#source.question()) return null;
    const moves = received.moves.filter(({ mv }) => this.#source.possible(mv));
    return moves.length > 0 ? moves : null;
  });

  clear(): void {
    this.#received = null;
  }

  /** Requests hints, and shows a toast if that fails. Returns whether there are any. */
  async request(): Promise<boolean> {
    const question = this.#source.question();
    if (question === null || this.pending) return false;
    this.pending = true;
    try {
      const { moves } = await this.#source.connection().hint();
      this.#received = { question, moves };
      return this.moves !== null;
    } catch (error) {
      sayFailure(error);
      return false;
    } finally {
      this.pending = false;
    }
  }
}
