// Runs one table of this browser, away from the page's own thread.
import engineUrl from "virtual:engine";
import type { Command, GameInfo, GameResult, Hint, Page, Replay } from "$wire/protocol";
import type { Line } from "../frames/followed.svelte";
import { Refused } from "../table/refused";
import type { GoOn } from "../table/tables";
import type { Moment, NewTable, Player, Stored } from "$wire/engine";
import { compiled, Engine, moment } from "./engine";
import type { Memory, MemoryTable } from "./memory";
import { serve, tell } from "./worker-client";
import { Runner, type Sent } from "./runner";
import { Conflict, LocalStore } from "./store";

/** The requests of a page to a table's worker, and the answers. */
export type TableQuestion =
  | { memory: Memory }
  | { games: true }
  | { name: string }
  | { score: string; sheet: unknown }
  | { open: NewTable }
  | { load: string; people: Player[] }
  | { recordOf: string }
  | { resultOf: string }
  | { replay: string; seat: number | null }
  | { goOn: string; from: GoOn; player: Player }
  | { follow: string }
  | { player: number; command: Command }
  | { player: number; hint: true }
  | { lines: "log" | "talk"; before: number }
  | { player: number; lookBack: true }
  | { record: true };

/** A message from a table's worker to the page. */
export type TableNews = Sent | { failed: string } | { changed: MemoryTable };

let module: Promise<WebAssembly.Module> | null = null;
let tableless: Promise<Engine> | null = null;
let runner: Runner | undefined;

function engineModule(): Promise<WebAssembly.Module> {
  if (!engineUrl) throw new Error("this build has no engine");
  module ??= compiled(engineUrl).catch((error: unknown) => {
    module = null;
    throw error;
  });
  return module;
}

/** Asks the engine that runs no table. Once it has failed, the next question gets another one. */
async function ask<T>(question: (engine: Engine) => T): Promise<T> {
  try {
    tableless ??= engineModule().then((compiledModule) => Engine.start(compiledModule));
    return question(await tableless);
  } catch (error) {
    if (!(error instanceof Refused)) tableless = null;
    throw error;
  }
}

LocalStore.onchange((changed) => tell<TableNews>({ changed }));

serve<TableQuestion>((question): Promise<unknown> | unknown => {
  if ("memory" in question) return LocalStore.takeOver(question.memory);
  if ("games" in question) return games();
  if ("name" in question) return name(question.name);
  if ("score" in question) return score(question.score, question.sheet);
  if ("open" in question) return open(question.open);
  if ("load" in question) return load(question.load, question.people);
  if ("recordOf" in question) return recordOf(question.recordOf);
  if ("resultOf" in question) return resultOf(question.resultOf);
  if ("replay" in question) return replay(question.replay, question.seat);
  if ("goOn" in question) return goOn(question.goOn, question.from, question.player);
  if ("follow" in question) return follow(question.follow);
  if (!runner) throw new Error("no table is followed");
  if ("command" in question) return runner.command(question.player, question.command);
  if ("lookBack" in question) return runner.lookBack(question.player);
  if ("hint" in question) return runner.hint(question.player) satisfies Promise<Hint>;
  if ("lines" in question) return runner.lines(question.lines, question.before) satisfies Page<Line>;
  return finished(runner.record());
});

function games(): Promise<GameInfo[]> {
  return ask((engine) => engine.ask("games", "games"));
}

function name(text: string): Promise<string> {
  return ask((engine) => engine.ask({ "clean-name": text }, "text"));
}

function score(game: string, sheet: unknown): Promise<unknown> {
  return ask((engine) => engine.ask({ score: { game, sheet } }, "scored"));
}

/** Opens a table; resolves with its code. */
function open(table: NewTable): Promise<string> {
  return create(table.people, (engine, moment) => engine.ask({ "set-up": { table, moment } }, "opened"));
}

/** Opens a table that goes on from a moment of a recorded game; resolves with its code. */
function goOn(file: string, from: GoOn, player: Player): Promise<string> {
  return create([player], (engine, moment) =>
    engine.ask({ "go-on": { file, ...from, player, moment } }, "opened"),
  );
}

/** Stores a new table under a code that no other one has. */
async function create(people: Player[], opened: (engine: Engine, moment: Moment) => Stored): Promise<string> {
  const store = await LocalStore.open();
  for (;;) {
    const at = moment();
    const table = await ask((engine) => opened(engine, at));
    try {
      await store.create(table, people, at.now);
      return table.code;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** Keeps the finished games of a record file as tables of this browser; resolves with their codes. */
async function load(file: string, people: Player[]): Promise<string[]> {
  const { now } = moment();
  const player = people[0]?.id ?? 0;
  const tables = await ask((engine) => engine.ask({ load: { file, player, now } }, "loaded"));
  const store = await LocalStore.open();
  for (const table of tables) {
    try {
      await store.create(table, people, now);
    } catch (error) {
      // A game has always the same code, so this one is here already.
      if (!(error instanceof Conflict)) throw error;
    }
  }
  return tables.map(({ code }) => code);
}

async function recordOf(code: string): Promise<string> {
  const journal = await (await LocalStore.open()).journal(code);
  return ask((engine) => {
    engine.tell({ follow: { code, journal } });
    return finished(engine.ask("record", "record"));
  });
}

/** How a finished game ended, by its record; it is noted, so that it need not be asked again. */
async function resultOf(code: string): Promise<GameResult | null> {
  const file = await recordOf(code);
  const [game] = await ask((engine) => engine.ask({ load: { file, player: 0, now: 0 } }, "loaded"));
  const result = game?.card.result ?? null;
  if (result) await (await LocalStore.open()).noteResult(code, result);
  return result;
}

function replay(file: string, seat: number | null): Promise<Replay> {
  return ask((engine) => engine.ask({ replay: { file, seat } }, "replay"));
}

/** Shows a table from now on. */
async function follow(code: string): Promise<void> {
  const [store, compiledModule] = await Promise.all([LocalStore.open(), engineModule()]);
  const failed = (error: unknown): void => tell<TableNews>({ failed: String(error) });
  runner = await Runner.start(code, compiledModule, store, (sent) => tell<TableNews>(sent), failed);
  if (!runner) throw new Refused({ code: "no-table", detail: "no table of this browser has this code" });
}

function finished(text: string | null): string {
  if (text === null) throw new Refused({ code: "begun", detail: "there is a record once the game is over" });
  return text.endsWith("\n") ? text : `${text}\n`;
}
