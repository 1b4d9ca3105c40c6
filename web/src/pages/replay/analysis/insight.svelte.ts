import { keepAccuracies } from "$lib/records/accuracies.svelte";
import { sayFailure } from "$lib/table/failures";
import type { RecordedGame } from "../game.svelte";
import { lessonsOf, type CurvePoint, type Decision } from "./decisions";
import { Lessons } from "./lessons.svelte";
import { Study } from "./study.svelte";

/** The analysis on the page of a recorded game. */
export class Insight {
  readonly #game: RecordedGame;
  #study = $state.raw<Study | null>(null);
  /** The study, also while it is not shown. */
  #begun: Study | null = null;
  /** Whether the answer includes what the open cards would have allowed. */
  hindsight = $state(false);
  /** Whether everything about a player is shown on a sheet: where there is no room beside the board. */
  sheet = $state(false);
  /** Whether the user is about to go on from the moment that is shown. */
  goingOn = $state(false);
  /** The seat of the user, whoever's eyes the game is seen from; null for somebody who did not play. */
  own = $state<number | null>(null);
  /** The step at which the analysis was opened, until it shows something by itself or the user goes elsewhere. */
  #opened: number | null = null;
  /** The moments of the current lesson. */
  lessons = $state.raw<Lessons | null>(null);

  constructor(
    game: RecordedGame,
    /** The code of the table. */
    readonly code: string,
  ) {
    this.#game = game;
  }

  /** How the game was dealt; null if its record does not say. */
  readonly deal = $derived.by(() => this.#game.all.at(-1)?.deal ?? null);

  /** Null until it is requested. */
  get study(): Study | null {
    return this.#study;
  }
  /** The seat that is looked at; null: all seats. */
  readonly seat = $derived.by(() => {
    const { eyes } = this.#game;
    return typeof eyes === "number" ? eyes : null;
  });
  /** The decisions at the step that is shown. */
  readonly decision = $derived.by(() => this.#study?.at(this.#game.step, this.seat) ?? null);
  /** Whether the board shows the move that was played, and not the better one: where there is no room for both. */
  showsPlayed = $derived.by(() => (void this.decision, false));
  /** The move that the board shows: the better one, if there is one. */
  readonly shown = $derived.by((): unknown => {
    const { decision } = this;
    return decision && (this.showsPlayed ? decision.played : decision.best);
  });
  /** The expected lead, at the step that is shown, of the selected seat or the one that decided here; null if unknown. */
  readonly expected = $derived.by((): CurvePoint | null => {
    const seat = this.seat ?? this.decision?.seat;
    const points = this.#study?.curves.find((curve) => curve.seat === seat)?.points ?? [];
    return points.findLast(({ step }) => step <= this.#game.step) ?? null;
  });
  readonly previous = $derived.by(() => this.#study?.next(this.#game.step, this.seat, true) ?? null);
  readonly next = $derived.by(() => this.#study?.next(this.#game.step, this.seat) ?? null);

  toggle(): void {
    if (this.#study) {
      // Opening it again continues where it was.
      this.#study.pause();
      this.#study = null;
      this.lessons = null;
      return;
    }
    this.#study = this.#begun ??= new Study(this.#game, this.code);
    this.#opened = this.#game.step;
    void this.work();
  }

  /** Leaves what is shown, as a link says it. */
  stay(): void {
    this.#opened = null;
  }

  /**
   * Shows the first thing that is found after the analysis was opened, unless the user has gone elsewhere: everything on a sheet, if
   * all is known already and there is no room `beside` the board; else the first mistake that is no chance result.
   */
  showFirst(beside: boolean): void {
    const [study, opened] = [this.#study, this.#opened];
    if (!study?.analysed || opened === null) return;
    if (study.progress === 1 || this.#game.step !== opened || this.#game.playing) {
      this.#opened = null;
      this.sheet = !beside && study.progress === 1 && this.#game.step === opened;
      return;
    }
    const certain = study.decisions.filter(({ cost, error }) => cost > 2 * error);
    const [first] = lessonsOf(certain, this.seat ?? this.own ?? 0);
    if (!first) return;
    this.#opened = null;
    void this.choose(first);
  }

  /** Finds out what is not known yet; also after a failure. */
  async work(): Promise<void> {
    const study = this.#study;
    await study?.work();
    if (study?.analysed && study.progress >= 1) keepAccuracies(this.code, study.analysed.seats);
  }

  close(): void {
    this.#begun?.close();
    this.#begun = null;
    this.#study = null;
    this.lessons = null;
  }

  /** Shows a step. */
  turnTo(step: number): void {
    this.sheet = false;
    this.#game.pause();
    this.#game.show(step);
    this.#game.still = true;
  }

  /** Shows a decision as its seat saw it. */
  async choose(decision: Decision): Promise<void> {
    this.sheet = false;
    this.#game.pause();
    this.#game.show(decision.step);
    // The board shows the step without the events that led to it.
    this.#game.still = true;
    await this.#lookAs(decision.seat);
  }

  /** Whether the board is shown from that seat's eyes now. */
  async #lookAs(seat: number): Promise<boolean> {
    try {
      if (this.#game.eyes !== seat) await this.#game.lookAs(seat);
    } catch (error) {
      sayFailure(error);
    }
    return this.#game.eyes === seat;
  }

  /** Asks how to go on from the moment that is shown. */
  goOn(): void {
    this.#game.pause();
    this.sheet = false;
    this.goingOn = true;
  }

  /** Begins to learn from a seat's mistakes. */
  async learn(seat: number): Promise<void> {
    const study = this.#study;
    const [first, ...others] = lessonsOf(study?.decisions ?? [], seat);
    this.#game.pause();
    if (!study || !first || !(await this.#lookAs(seat))) return;
    this.sheet = false;
    this.lessons = new Lessons([first, ...others], study);
  }
}
