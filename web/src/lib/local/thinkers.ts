import type { Hint } from "$wire/protocol";
import type { ToThink } from "$wire/engine";
import { WorkerClient } from "./worker-client";

/** A request to a thinker: first the new part of the journal, then the task. */
export interface ThinkerQuestion {
  /** The engine; with the first question only. */
  module?: WebAssembly.Module;
  /** The table; with the first question only. */
  follow?: { code: string; journal: string[] };
  /** The entries that were added to the table's journal since the last question. */
  append?: string[];
  /** A task of a bot. */
  think?: ToThink;
  /** A hint for this player. */
  hint?: number;
}

/** A worker that thinks, and what it knows of which journal. */
interface Thinker {
  worker: WorkerClient<ThinkerQuestion>;
  journal: readonly string[];
  known: number;
}

/** A thought that was begun or waits for a worker. Its promise stays open if it is cancelled. */
export interface Thought<T> {
  readonly result: Promise<T>;
  cancel(): void;
}

interface Waiting {
  run(): void;
}

/** The workers in which the bots of one table think. */
export class Thinkers {
  readonly #idle: Thinker[] = [];
  readonly #waiting: Waiting[] = [];
  #busy = 0;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly code: string,
    /** The journal of the table; it grows, and is replaced by `reset`. */
    private journal: string[],
    /** How many bots think at once at most. */
    private readonly most: number,
  ) {}

  append(entries: readonly string[]): void {
    this.journal.push(...entries);
  }

  /** The table goes on from another journal: workers that know the old one are discarded. */
  reset(journal: string[]): void {
    this.journal = journal;
    for (const { worker } of this.#idle.splice(0)) worker.close();
  }

  /** Lets a bot think as soon as a worker is free. */
  think<T>(task: ToThink): Thought<T> {
    return this.#begin({ think: task }, () => this.#busy < this.most);
  }

  /** A hint. A player waits for it, so it gets a worker of its own. */
  hint(player: number): Thought<Hint> {
    return this.#begin({ hint: player }, () => true);
  }

  #begin<T>(question: ThinkerQuestion, may: () => boolean): Thought<T> {
    let cancelled = false;
    let thinker: Thinker | null = null;
    const result = new Promise<T>((resolve, reject) => {
      const run = (): void => {
        if (cancelled) {
          this.#next();
          return;
        }
        this.#busy += 1;
        const taken = this.#take();
        thinker = taken;
        this.#ask<T>(taken, question).then(
          (answer) => {
            thinker = null;
            if (taken.journal === this.journal) this.#idle.push(taken);
            else taken.worker.close();
            resolve(answer);
            this.#done();
          },
          (error: unknown) => {
            thinker = null;
            // After a fault, an engine can't be used any more.
            taken.worker.close();
            if (!cancelled) reject(error instanceof Error ? error : new Error(String(error)));
            this.#done();
          },
        );
      };
      if (may()) run();
      else this.#waiting.push({ run });
    });
    return {
      result,
      cancel: () => {
        cancelled = true;
        // It is in the middle of a computation that takes no messages.
        thinker?.worker.close();
      },
    };
  }

  #done(): void {
    this.#busy -= 1;
    this.#next();
  }

  #next(): void {
    if (this.#busy < this.most) this.#waiting.shift()?.run();
  }

  #take(): Thinker {
    return this.#idle.pop() ?? { worker: new WorkerClient(newThinker()), journal: this.journal, known: 0 };
  }

  #ask<T>(thinker: Thinker, question: ThinkerQuestion): Promise<T> {
    const { code, journal, module } = this;
    const news: ThinkerQuestion =
      thinker.known === 0 ? { module, follow: { code, journal } } : { append: journal.slice(thinker.known) };
    thinker.known = journal.length;
    return thinker.worker.ask<T>({ ...news, ...question });
  }
}

function newThinker(): Worker {
  return new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module" });
}
