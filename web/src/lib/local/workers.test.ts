import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Analysed, Card, EngineRequest, Stored } from "$wire/engine";
import type { AnalystQuestion } from "./analyst.worker";
import type { LocalStore } from "./store";
import type { TableQuestion } from "./table.worker";

const ADA = { id: 1, name: "Ada", colour: "teal" } as const;

/** The engine's answers by the kind of request. An error among them is thrown. */
let answers: Map<string, unknown>;
/** Requests to each engine that was started. */
let engines: string[][];
/** The memories with which engines were started. */
let memories: (ArrayBuffer | undefined)[];
let store: LocalStore;
let modules: typeof import("./engine") & typeof import("./store") & typeof import("../table/refused");
let said: Record<string, unknown>[];
let onmessage: ((event: { data: unknown }) => Promise<void>) | null;

const stored = (code: string, result: unknown = null): Stored => ({
  code,
  entries: ["one"],
  card: { game: "high-card", status: "over", result } as unknown as Card,
});

/** Starts a worker in this thread. */
async function worker<Q>(file: "table" | "analyst"): Promise<(question: Q) => Promise<unknown>> {
  if (file === "table") await import("./table.worker");
  else await import("./analyst.worker");
  return async (question) => {
    await onmessage?.({ data: { number: 0, question } });
    const { answer, refusal, failed } = said.pop() ?? {};
    if (refusal) throw new modules.Refused(refusal as never);
    if (failed !== undefined) throw new Error(String(failed));
    return answer;
  };
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.resetModules();
  vi.doMock("virtual:engine", () => ({ default: "/one.wasm" }));
  vi.stubGlobal("indexedDB", new IDBFactory());
  [answers, engines, memories, said, onmessage] = [new Map(), [], [], [], null];
  for (const name of ["onmessage", "postMessage"] as const)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => (name === "onmessage" ? onmessage : (data: Record<string, unknown>) => said.push(data)),
      set: (value: never) => (onmessage = value),
    });
  modules = {
    ...(await import("./engine")),
    ...(await import("./store")),
    ...(await import("../table/refused")),
  };
  vi.stubGlobal("fetch", async () => new Response("", { headers: { "content-type": "application/wasm" } }));
  vi.spyOn(WebAssembly, "compileStreaming").mockResolvedValue({} as WebAssembly.Module);
  vi.spyOn(modules.Engine, "start").mockImplementation(async (_, memory) => {
    const requests: string[] = [];
    engines.push(requests);
    memories.push(memory);
    const ask = (request: EngineRequest): unknown => {
      const kind = typeof request === "string" ? request : (Object.keys(request)[0] ?? "");
      requests.push(kind);
      const answer = answers.get(kind);
      const given: unknown = Array.isArray(answer) ? answer.shift() : answer;
      if (given instanceof Error) throw given;
      return given;
    };
    return { ask, tell: ask, copyMemory: () => new Uint8Array([7]).buffer } as never;
  });
  store = await modules.LocalStore.open();
  return () => {
    for (const name of ["onmessage", "postMessage"]) Reflect.deleteProperty(globalThis, name);
  };
});

afterAll(() => {
  vi.doUnmock("virtual:engine");
  vi.resetModules();
});

test("a new table gets a code that no other one has", async () => {
  const ask = await worker<TableQuestion>("table");
  await store.create(stored("AAAA"), [ADA], 1);
  answers.set("set-up", [stored("AAAA"), stored("BBBB")]);
  const open = { game: "high-card", people: [ADA] } as never;
  expect(await ask({ open })).toBe("BBBB");
  expect((await store.table("BBBB"))?.people).toEqual([ADA]);
  answers.set("go-on", [stored("CCCC")]);
  expect(await ask({ goOn: "record", from: { moves: 3, seat: 1, level: "greedy" }, player: ADA })).toBe(
    "CCCC",
  );
});

test("games of a file that are here already are loaded again without harm", async () => {
  const ask = await worker<TableQuestion>("table");
  await store.create(stored("AAAA"), [ADA], 1);
  answers.set("load", [[stored("AAAA"), stored("BBBB")]]);
  expect(await ask({ load: "file", people: [ADA] })).toEqual(["AAAA", "BBBB"]);
  expect((await store.table("AAAA"))?.touched).toBe(1);
  expect(await store.journal("BBBB")).toEqual(["one"]);
});

test("there is a record once the game is over, and it ends with a line's end", async () => {
  const ask = await worker<TableQuestion>("table");
  await store.create(stored("AAAA"), [ADA], 1);
  answers.set("record", [null, '{"result":{}}', '{"result":{}}\n']);
  await expect(ask({ recordOf: "AAAA" })).rejects.toMatchObject({ refusal: { code: "begun" } });
  expect(await ask({ recordOf: "AAAA" })).toBe('{"result":{}}\n');
  expect(await ask({ recordOf: "AAAA" })).toBe('{"result":{}}\n');
  expect(engines).toEqual([["follow", "record", "follow", "record", "follow", "record"]]);
});

test("the result of a game that an earlier version stored is found by its record, and noted", async () => {
  const ask = await worker<TableQuestion>("table");
  await store.create(stored("AAAA"), [ADA], 1);
  answers.set("record", "{}\n").set("load", [[stored("AAAA", { points: [3] })]]);
  expect(await ask({ resultOf: "AAAA" })).toEqual({ points: [3] });
  expect((await store.table("AAAA"))?.result).toEqual({ points: [3] });
});

test("an engine that failed is replaced; one that refused goes on", async () => {
  const ask = await worker<TableQuestion>("table");
  const refused = new modules.Refused({ code: "bad-text", detail: "" });
  answers.set("clean-name", [refused, "Ada", new modules.EngineFailed("unreachable"), "Bea"]);
  await expect(ask({ name: "" })).rejects.toMatchObject({ refusal: { code: "bad-text" } });
  expect(await ask({ name: "Ada " })).toBe("Ada");
  await expect(ask({ name: "Bea" })).rejects.toThrow("unreachable");
  expect(await ask({ name: "Bea" })).toBe("Bea");
  expect(engines.map((requests) => requests.length)).toEqual([3, 1]);
});

test("an engine that can't be fetched is asked for again", async () => {
  const ask = await worker<TableQuestion>("table");
  answers.set("games", []);
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  await expect(ask({ games: true })).rejects.toThrow("503");
  vi.stubGlobal("fetch", async () => new Response("", { headers: { "content-type": "application/wasm" } }));
  answers.set("games", [["a game"]]);
  expect(await ask({ games: true })).toEqual(["a game"]);
});

test("a table that is not here can't be followed, and without one there are no commands", async () => {
  const ask = await worker<TableQuestion>("table");
  await expect(ask({ record: true })).rejects.toThrow("no table is followed");
  await expect(ask({ follow: "AAAA" })).rejects.toMatchObject({ refusal: { code: "no-table" } });
});

const analysed = (progress: number): Analysed => ({ key: "4:game", progress }) as Analysed;

test("a game is analysed until all is known, which is then kept", async () => {
  const ask = await worker<AnalystQuestion>("analyst");
  answers.set("analyse", [analysed(0)]).set("analyse-on", [analysed(0.5), analysed(1)]);
  await expect(ask({ millis: 1 })).rejects.toThrow("the first question");
  expect(await ask({ record: "record", code: "AAAA" })).toEqual(analysed(0));
  expect(await ask({ millis: 1 })).toEqual(analysed(0.5));
  expect(await store.analysis("4:game")).toBeUndefined();
  expect(await ask({ millis: 1 })).toEqual(analysed(1));
  expect(await store.analysis("4:game")).toEqual(analysed(1));
  // All is known: the engine is not asked again.
  expect(await ask({ millis: 1 })).toEqual(analysed(1));
  expect(engines[0]).toEqual(["analyse", "analyse-on", "analyse-on"]);
});

test("an analysis that is kept is the answer at once", async () => {
  const ask = await worker<AnalystQuestion>("analyst");
  await store.keepAnalysis("AAAA", analysed(1), 1);
  answers
    .set("analyse", [analysed(0)])
    .set("hindsight", ["best"])
    .set("judge", ["worse"]);
  expect(await ask({ record: "record", code: "AAAA" })).toEqual(analysed(1));
  expect(await ask({ millis: 1 })).toEqual(analysed(1));
  expect(await ask({ hindsight: 3 })).toBe("best");
  expect(await ask({ ply: 3, mv: "x" })).toBe("worse");
});

test("an analysis that was left goes on from the engine's memory, which is kept every two seconds", async () => {
  const ask = await worker<AnalystQuestion>("analyst");
  answers.set("analyse", [analysed(0), analysed(0)]);
  answers.set("analyse-on", [analysed(0.2), analysed(0.4), analysed(0.4)]);
  await ask({ record: "record", code: "AAAA" });
  vi.setSystemTime(Date.now() + 1_999);
  await ask({ millis: 1 });
  expect(await store.unfinished("4:game", "/one.wasm")).toBeUndefined();
  vi.setSystemTime(Date.now() + 1);
  await ask({ millis: 1 });
  expect((await store.unfinished("4:game", "/one.wasm"))?.byteLength).toBe(1);
  expect(await ask({ record: "record", code: "AAAA" })).toEqual(analysed(0.4));
  expect(memories.map((memory) => memory?.byteLength)).toEqual([undefined, undefined, 1]);
});

test("a browser that lets pages store nothing analyses all the same", async () => {
  const ask = await worker<AnalystQuestion>("analyst");
  vi.spyOn(modules.LocalStore, "open").mockRejectedValue(new Error("no database"));
  answers.set("analyse", [analysed(0)]).set("analyse-on", [analysed(1)]);
  await ask({ record: "record", code: "AAAA" });
  expect(await ask({ millis: 1 })).toEqual(analysed(1));
});
