// Analyses one game: a worker of its own, so that nothing waits for it, and it can be ended at any moment.
import engineUrl from "virtual:engine";
import type { Analysed } from "../wire/engine";
import { compiled, Engine } from "./engine";
import { serve } from "./line";
import { LocalStore } from "./store";

/** What an analyst is asked; first comes the record. */
export type AnalystQuestion =
  { record: string } | { millis: number } | { ply: number; mv: unknown } | { foresee: number };

let engine: Engine | null = null;
/** The result, once it was reached or found among those that are kept. */
let whole: Analysed | null = null;

serve<AnalystQuestion>((question): Promise<unknown> | unknown => {
  if ("record" in question) return begin(question.record);
  if (!engine) throw new Error("the first question brings the record");
  if ("millis" in question) return whole ?? work(engine, question.millis);
  if ("foresee" in question) return engine.ask({ foresee: { ply: question.foresee } }, "foreseen");
  return engine.ask({ judge: question }, "judged");
});

async function begin(file: string): Promise<Analysed> {
  if (!engineUrl) throw new Error("this build has no engine");
  engine = await Engine.start(await compiled(engineUrl));
  const begun = engine.ask({ analyse: { file } }, "analysed");
  whole = (await kept(begun.key)) ?? null;
  return whole ?? begun;
}

async function work(engine: Engine, millis: number): Promise<Analysed> {
  const analysed = engine.ask({ "analyse-on": { millis } }, "analysed");
  if (analysed.progress < 1) return analysed;
  whole = analysed;
  try {
    await (await LocalStore.open()).keepAnalysis(analysed, Date.now());
  } catch {
    // This browser lets pages store nothing: it will be analysed again.
  }
  return analysed;
}

async function kept(key: string): Promise<Analysed | undefined> {
  try {
    return await (await LocalStore.open()).analysis(key);
  } catch {
    return undefined;
  }
}
