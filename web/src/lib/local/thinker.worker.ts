// Thinks about one table for its bots: a worker of its own, so that a table never waits for a thought.
import { Engine } from "./engine";
import { serve } from "./worker-client";
import type { ThinkerQuestion } from "./thinkers";

let engine: Engine | null = null;

serve<ThinkerQuestion>(async ({ module, follow, append, think, hint }) => {
  if (module) engine = await Engine.start(module);
  if (!engine) throw new Error("the first question brings the engine");
  if (follow) engine.tell({ follow });
  if (append && append.length > 0) engine.tell({ append: { entries: append } });
  if (think) return engine.ask({ think: { task: think } }, "thought");
  return hint === undefined ? null : engine.ask({ hint: { player: hint } }, "hint");
});
