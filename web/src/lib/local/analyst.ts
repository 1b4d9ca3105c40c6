import type { Analyst } from "../table/tables";
import type { Analysed, Hindsight, Judged } from "$wire/engine";
import type { AnalystQuestion } from "./analyst.worker";
import { WorkerClient } from "./worker-client";

/** How long the worker works until it says what it has found, in milliseconds. */
const SLICE = 250;

/** Analyses a game in a worker of this page. */
export class LocalAnalyst implements Analyst {
  readonly #worker: WorkerClient<AnalystQuestion>;

  private constructor(
    worker: WorkerClient<AnalystQuestion>,
    readonly begun: Analysed,
  ) {
    this.#worker = worker;
  }

  static async begin(record: string, code: string): Promise<LocalAnalyst> {
    const worker = new WorkerClient<AnalystQuestion>(
      new Worker(new URL("./analyst.worker.ts", import.meta.url), { type: "module" }),
    );
    try {
      return new LocalAnalyst(worker, await worker.ask<Analysed>({ record, code }));
    } catch (error) {
      worker.close();
      throw error;
    }
  }

  work(): Promise<Analysed> {
    return this.#worker.ask({ millis: SLICE });
  }

  judge(ply: number, mv: unknown): Promise<Judged | null> {
    return this.#worker.ask({ ply, mv });
  }

  hindsight(ply: number): Promise<Hindsight | null> {
    return this.#worker.ask({ hindsight: ply });
  }

  close(): void {
    this.#worker.close();
  }
}
