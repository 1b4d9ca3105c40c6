import { Refused } from "$lib/table/refused";
import { engineHere, type Analyst } from "$lib/table/tables";
import type { Analysed, Hindsight, Judged } from "$wire/engine";
import type { RecordedGame } from "../game.svelte";
import { curveOf, decisionsOf, isMarked, type CurvePoint, type Decision } from "./decisions";

/** The analysis of a replayed game, as it becomes known. */
export class Study {
  readonly #game: RecordedGame;
  #analyst: Promise<Analyst> | null = null;
  #analysed = $state.raw<Analysed | null>(null);
  #working = false;
  #stopped = false;
  /** Why it could not be found out; null while it can still be found out. */
  failure = $state.raw<unknown>(null);

  constructor(
    game: RecordedGame,
    /** The code of the table. */
    readonly code: string,
  ) {
    this.#game = game;
  }

  get analysed(): Analysed | null {
    return this.#analysed;
  }
  /** How much of the work is done, from 0 to 1. */
  get progress(): number {
    return this.#analysed?.progress ?? 0;
  }
  readonly #moves = $derived.by(() => this.#game.all.map(({ game }) => game?.moves ?? 0));
  readonly decisions = $derived.by((): readonly Decision[] =>
    this.#analysed ? decisionsOf(this.#analysed, this.#moves) : [],
  );
  /** The curves of the seats. */
  readonly curves = $derived.by((): readonly { seat: number; points: readonly CurvePoint[] }[] =>
    (this.#analysed?.seats ?? []).map((one) => ({ seat: one.seat, points: curveOf(one, this.#moves) })),
  );

  /** The decision of a seat at a step; without a seat, the dearest of all seats. */
  at(step: number, seat: number | null): Decision | null {
    const here = this.decisions.filter((one) => one.step === step && (seat === null || one.seat === seat));
    return here.reduce<Decision | null>((most, one) => (most && most.cost >= one.cost ? most : one), null);
  }

  /** The next decision with a mark, forwards or backwards; of all seats if none is given. */
  next(from: number, seat: number | null, back = false): Decision | null {
    const marked = this.decisions.filter((one) => isMarked(one) && (seat === null || one.seat === seat));
    return (
      (back ? marked.findLast(({ step }) => step < from) : marked.find(({ step }) => step > from)) ?? null
    );
  }

  /** Begins to work, or goes on: until everything is known, or it is paused or closed. */
  async work(): Promise<void> {
    this.failure = null;
    this.#stopped = false;
    if (this.#working) return;
    this.#working = true;
    const asked = (this.#analyst ??= engineHere().analyst(this.#game.record, this.code));
    try {
      const analyst = await asked;
      this.#analysed ??= analyst.begun;
      while (!this.#stopped && this.progress < 1) this.#analysed = await analyst.work();
    } catch (error) {
      this.#drop(asked, error);
    } finally {
      this.#working = false;
    }
  }

  /** Stops after what is being worked on; `work` goes on from there. */
  pause(): void {
    this.#stopped = true;
  }

  /** Rejects if the analysis failed, until it is begun again. */
  judge(ply: number, mv: unknown): Promise<Judged | null> {
    return this.#ask((analyst) => analyst.judge(ply, mv));
  }

  /** Rejects if the analysis failed, until it is begun again. */
  hindsight(ply: number): Promise<Hindsight | null> {
    return this.#ask((analyst) => analyst.hindsight(ply));
  }

  async #ask<T>(question: (analyst: Analyst) => Promise<T>): Promise<T> {
    const asked = this.#analyst;
    if (!asked) throw new Error("no analysis is running");
    try {
      return await question(await asked);
    } catch (error) {
      if (!(error instanceof Refused)) this.#drop(asked, error);
      throw error;
    }
  }

  /** A failed worker is replaced by another. */
  #drop(asked: Promise<Analyst>, why: unknown): void {
    // After closing, the answer is not needed.
    if (asked !== this.#analyst) return;
    this.failure = why;
    this.#end();
  }

  #end(): void {
    const analyst = this.#analyst;
    this.#analyst = null;
    void analyst?.then((one) => one.close()).catch(() => undefined);
  }

  /** Stops all work. The results so far stay. */
  close(): void {
    this.#stopped = true;
    this.#end();
  }
}
