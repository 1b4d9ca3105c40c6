import type { Judged } from "$wire/engine";
import type { Decision } from "./decisions";
import type { Study } from "./study.svelte";

/** A move that was tried in the place of the one that was played. */
interface Tried {
  mv: unknown;
  /** The result of its analysis: null if it is the only move. */
  judged: Judged | null;
}

/** Moments of a game, one after the other, at each of which something better is to be found. */
export class Lessons {
  #at = $state(0);
  #answered = $state(false);
  #judging = $state(false);
  #tried = $state.raw<Tried | null>(null);
  #failure = $state.raw<unknown>(null);
  #boards = $state(0);

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
  /** Whether the answer was asked for. */
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
  /** Changes whenever the board is to be as it was at the moment. */
  get boards(): number {
    return this.#boards;
  }

  async try(mv: unknown): Promise<void> {
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
    this.#boards += 1;
  }

  answer(): void {
    this.#answered = true;
  }

  next(): void {
    if (this.isLast) return;
    this.#at += 1;
    [this.#answered, this.#judging, this.#tried, this.#failure] = [false, false, null, null];
    this.#boards += 1;
  }
}
