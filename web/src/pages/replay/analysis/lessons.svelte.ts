import type { Judged } from "$wire/engine";
import type { Decision } from "./decisions";
import type { Study } from "./study.svelte";

/** A move that was tried in the place of the one that was played. */
export interface Tried {
  mv: unknown;
  /** The result of its analysis: null if it is the only move. */
  judged: Judged | null;
}

/** Whether a move that was tried is good enough: it costs nothing, or next to nothing. */
export const isRight = ({ judged }: Tried): boolean =>
  !judged || judged.mark === "best" || judged.mark === "good";

/** Moments of a game, one after the other, at each of which something better is to be found. */
export class Lessons {
  #at = $state(0);
  #answered = $state(false);
  #judging = $state(false);
  #tried = $state.raw<Tried | null>(null);
  #failure = $state.raw<unknown>(null);
  #boards = $state(0);
  #laid = $state.raw<readonly unknown[]>([]);

  constructor(
    /** At least one. Later results do not change them. */
    readonly all: readonly [Decision, ...Decision[]],
    private readonly study: Pick<Study, "judge">,
  ) {}

  /** Which of them it is, from 0. */
  get at(): number {
    return this.#at;
  }
  readonly current = $derived.by((): Decision => this.all[this.#at] ?? this.all[0]);
  readonly isLast = $derived.by(() => this.#at + 1 >= this.all.length);
  /** Whether the answer is shown: it was asked for, and nothing was tried since. */
  get answered(): boolean {
    return this.#answered;
  }
  get judging(): boolean {
    return this.#judging;
  }
  /** The last move that was tried at this moment. */
  get tried(): Tried | null {
    return this.#tried;
  }
  /** Why it could not be judged. */
  get failure(): unknown {
    return this.#failure;
  }
  /** Whether an answer was given or shown: then one goes on. */
  get done(): boolean {
    return this.#answered || this.#tried !== null;
  }
  /** Changes whenever the board is to be as it was at the moment, except for the moves that lie there. */
  get boards(): number {
    return this.#boards;
  }
  /** The moves that lie on the board, not made yet: those of the latest answer. */
  get laid(): readonly unknown[] {
    return this.#laid;
  }

  /** Tries a move. `prepared`: it and others that lie on the board, which stay there. */
  async try(mv: unknown, prepared: readonly unknown[]): Promise<void> {
    if (this.#judging) return;
    const at = this.#at;
    this.#judging = true;
    let [judged, failure]: [Judged | null, unknown] = [null, null];
    try {
      judged = await this.study.judge(this.current.ply, mv);
    } catch (error) {
      failure = error;
    }
    // The answer is dropped if another moment is shown by now.
    if (at !== this.#at) return;
    this.#judging = false;
    this.#tried = failure === null ? { mv, judged } : null;
    this.#failure = failure;
    this.#answered = false;
    this.#laid = prepared;
    this.#boards += 1;
  }

  answer(): void {
    this.#answered = true;
    this.#laid = [this.current.best];
    this.#boards += 1;
  }

  next(): void {
    if (this.isLast) return;
    this.#at += 1;
    [this.#answered, this.#judging, this.#tried, this.#failure] = [false, false, null, null];
    this.#laid = [];
    this.#boards += 1;
  }
}
