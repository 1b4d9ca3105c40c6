import type { Analyst } from "../tables";
import type { Analysed, Foreseen, Judged } from "../wire/engine";
import type { AnalystQuestion } from "./analyst.worker";
import { Line } from "./line";

/** How long the worker works until it says what it has found, in milliseconds. */
const SLICE = 250;

/** Analyses a game in a worker of this page. */
export class LocalAnalyst implements Analyst {
  readonly #line: Line<AnalystQuestion>;

  private constructor(
    line: Line<AnalystQuestion>,
    readonly begun: Analysed,
  ) {
    this.#line = line;
  }

  static async begin(record: string, code: string): Promise<LocalAnalyst> {
    const worker = new Worker(new URL("./analyst.worker.ts", import.meta.url), { type: "module" });
    const line = new Line<AnalystQuestion>(worker);
    try {
      return new LocalAnalyst(line, await line.ask<Analysed>({ record, code }));
    } catch (error) {
      line.close();
      throw error;
    }
  }

  work(): Promise<Analysed> {
    return this.#line.ask({ millis: SLICE });
  }

  judge(ply: number, mv: unknown): Promise<Judged | null> {
    return this.#line.ask({ ply, mv });
  }

  foresee(ply: number): Promise<Foreseen | null> {
    return this.#line.ask({ foresee: ply });
  }

  close(): void {
    this.#line.close();
  }
}
