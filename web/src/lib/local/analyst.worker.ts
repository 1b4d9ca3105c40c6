// Analyses one game: a worker of its own, so that nothing waits for it, and it can be ended at any moment.
import engineUrl from "virtual:engine";
import type { Analysed } from "$wire/engine";
import { compiled, Engine } from "./engine";
import { serve } from "./worker-client";
import { LocalStore } from "./store";

/** A request to an analyst; first comes the record, with the code of its table. */
export type AnalystQuestion =
  | { record: string; code: string }
  | { millis: number }
  | { ply: number; mv: unknown }
  | { hindsight: number };

/** How often what was found so far is kept, in milliseconds: a reload loses at most this much work. */
const KEEP = 2_000;

/** An analysis that is worked on. */
interface Work {
  engine: Engine;
  /** The code of the table. */
  code: string;
  /** When it was last kept, or begun. */
  kept: number;
  /** The result, once it was reached or found among those that are kept. */
  whole: Analysed | null;
}

let current: Work | null = null;

serve<AnalystQuestion>((question): Promise<unknown> | unknown => {
  if ("record" in question) return begin(question.record, question.code);
  if (!current) throw new Error("the first question brings the record");
  if ("millis" in question) return current.whole ?? work(current, question.millis);
  if ("hindsight" in question)
    return current.engine.ask({ hindsight: { ply: question.hindsight } }, "hindsight");
  return current.engine.ask({ judge: question }, "judged");
});

async function begin(file: string, code: string): Promise<Analysed> {
  const url = engineUrl;
  if (!url) throw new Error("this build has no engine");
  const module = await compiled(url);
  const engine = await Engine.start(module);
  const begun = engine.ask({ analyse: { file } }, "analysed");
  current = { engine, code, kept: Date.now(), whole: null };
  current.whole = (await stored((store) => store.analysis(begun.key))) ?? null;
  if (current.whole) return current.whole;
  const memory = await stored((store) => store.unfinished(begun.key, url));
  if (!memory) return begun;
  current.engine = await Engine.start(module, memory);
  return current.engine.ask({ "analyse-on": { millis: 0 } }, "analysed");
}

async function work(current: Work, millis: number): Promise<Analysed> {
  const { engine, code } = current;
  const analysed = engine.ask({ "analyse-on": { millis } }, "analysed");
  const at = Date.now();
  if (analysed.progress >= 1) {
    current.whole = analysed;
    await stored((store) => store.keepAnalysis(code, analysed, at));
  } else if (engineUrl && at - current.kept >= KEEP) {
    current.kept = at;
    const unfinished = { code, at, engine: engineUrl, memory: engine.copyMemory() };
    await stored((store) => store.keepUnfinished(analysed.key, unfinished));
  }
  return analysed;
}

/** The answer of the store; none in a browser that lets pages store nothing: there games are analysed again. */
async function stored<T>(ask: (store: LocalStore) => Promise<T>): Promise<T | undefined> {
  try {
    return await ask(await LocalStore.open());
  } catch {
    return undefined;
  }
}
