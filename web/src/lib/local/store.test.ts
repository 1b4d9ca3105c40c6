import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { GameResult } from "$wire/protocol";
import type { Analysed, Card, Commit, Player, Stored } from "$wire/engine";
import type { LocalStore } from "./store";

const ADA: Player[] = [{ id: 1, name: "Ada", colour: "teal" }];
const table = (code: string) => ({ code, card: { game: "high-card" } as Card, entries: ["one", "two"] });
const analysed = (key: string, progress = 1): Analysed => ({ key, progress }) as Analysed;
const memory = (length: number): ArrayBuffer => new Uint8Array(length).buffer;

let Conflict: typeof import("./store").Conflict;

/** The store of a page that was opened just now. */
async function opened(): Promise<LocalStore> {
  vi.resetModules();
  const module = await import("./store");
  Conflict = module.Conflict;
  return module.LocalStore.open();
}

// The modules of other tests know nothing of tables that were in the memory.
afterAll(() => vi.resetModules());

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal("indexedDB", new IDBFactory());
});

test("an analysis that was left is there after a reload, for the same engine", async () => {
  await (
    await opened()
  ).keepUnfinished("4:game", { code: "AAAA", at: 1, engine: "/one.wasm", memory: memory(7) });
  const again = await opened();
  expect((await again.unfinished("4:game", "/one.wasm"))?.byteLength).toBe(7);
  expect(await again.unfinished("4:game", "/two.wasm")).toBeUndefined();
  expect(await again.unfinished("5:game", "/one.wasm")).toBeUndefined();
});

test("a complete analysis replaces its unfinished state", async () => {
  const store = await opened();
  await store.keepUnfinished("4:game", { code: "AAAA", at: 1, engine: "/one.wasm", memory: memory(7) });
  await store.keepAnalysis("AAAA", analysed("4:game"), 2);
  expect(await store.unfinished("4:game", "/one.wasm")).toBeUndefined();
  expect(await store.analysis("4:game")).toEqual(analysed("4:game"));
});

test("of many that were left, the oldest go", async () => {
  const store = await opened();
  for (let at = 0; at < 7; at++)
    await store.keepUnfinished(`4:${at}`, { code: "AAAA", at, engine: "/one.wasm", memory: memory(at) });
  const left = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((at) => store.unfinished(`4:${at}`, "/one.wasm")));
  expect(left.map((one) => one?.byteLength)).toEqual([undefined, undefined, undefined, 3, 4, 5, 6]);
});

test("a game that is removed takes with it what was found out about it, and nothing else", async () => {
  const store = await opened();
  for (const code of ["AAAA", "BBBB"]) {
    await store.create(table(code), ADA, 1);
    await store.keepAnalysis(code, analysed(`4:${code}`), 1);
    await store.keepUnfinished(`5:${code}`, { code, at: 1, engine: "/one.wasm", memory: memory(7) });
  }
  await store.remove("AAAA");
  expect((await store.list()).map(({ code }) => code)).toEqual(["BBBB"]);
  expect(await store.journal("AAAA")).toEqual([]);
  expect([await store.analysis("4:AAAA"), await store.unfinished("5:AAAA", "/one.wasm")]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await store.analysis("4:BBBB")).toEqual(analysed("4:BBBB"));
  expect(await store.unfinished("5:BBBB", "/one.wasm")).toBeDefined();
});

test("data that an earlier version of the app stored is kept", async () => {
  const old = await openDB("townhall", 2, {
    upgrade(db) {
      db.createObjectStore("tables", { keyPath: "code" });
      db.createObjectStore("entries");
      db.createObjectStore("analyses").createIndex("at", "at");
    },
  });
  await old.put("tables", { code: "AAAA", touched: 1, length: 1 });
  await old.put("analyses", { analysed: analysed("3:game"), at: 1 }, "3:game");
  old.close();
  const store = await opened();
  expect((await store.list()).map(({ code }) => code)).toEqual(["AAAA"]);
  expect(await store.analysis("3:game")).toEqual(analysed("3:game"));
  await store.keepAnalysis("AAAA", analysed("4:game"), 2);
  await store.remove("AAAA");
  expect(await store.analysis("4:game")).toBeUndefined();
});

const appended = (after: number, texts: string[], opens: Commit["opens"] = null): Commit => ({
  after,
  entries: texts,
  card: { game: "high-card", status: "over" } as unknown as Card,
  opens,
});

test("entries are added to a journal, together with the card and the table of a rematch", async () => {
  const store = await opened();
  await store.create(table("AAAA"), ADA, 1);
  await store.append("AAAA", appended(2, ["three"], table("BBBB")), 7);
  expect(await store.journal("AAAA")).toEqual(["one", "two", "three"]);
  expect(await store.table("AAAA")).toMatchObject({ length: 3, touched: 7, status: "over", people: ADA });
  expect(await store.journal("BBBB")).toEqual(["one", "two"]);
  expect((await store.table("BBBB"))?.people).toEqual(ADA);
});

test("nothing is added to a journal that has grown meanwhile", async () => {
  const store = await opened();
  await store.create(table("AAAA"), ADA, 1);
  await store.append("AAAA", appended(2, ["three"]), 2);
  await expect(store.append("AAAA", appended(2, ["other"], table("BBBB")), 3)).rejects.toThrow(Conflict);
  await expect(store.append("CCCC", appended(0, ["one"]), 3)).rejects.toThrow(Conflict);
  expect(await store.journal("AAAA")).toEqual(["one", "two", "three"]);
  expect((await store.table("AAAA"))?.touched).toBe(2);
  expect(await store.table("BBBB")).toBeUndefined();
});

test("a code that is taken is not given again, and the table that has it stays", async () => {
  const store = await opened();
  await store.create(table("AAAA"), ADA, 1);
  await expect(store.create({ ...table("AAAA"), entries: ["other"] }, ADA, 2)).rejects.toThrow(Conflict);
  expect(await store.journal("AAAA")).toEqual(["one", "two"]);
});

test("the list has the latest changed table first", async () => {
  const store = await opened();
  for (const [at, code] of ["AAAA", "BBBB", "CCCC"].entries()) await store.create(table(code), ADA, at);
  await store.append("AAAA", appended(2, ["three"]), 9);
  expect((await store.list()).map(({ code }) => code)).toEqual(["AAAA", "CCCC", "BBBB"]);
});

test("what is noted about a table changes nothing else, and a table that was removed stays removed", async () => {
  const store = await opened();
  await store.create(table("AAAA"), ADA, 1);
  await store.noteShown("AAAA", "SHOWN2");
  const result = { won: true } as unknown as GameResult;
  await store.noteResult("AAAA", result);
  expect(await store.table("AAAA")).toMatchObject({ shown_as: "SHOWN2", result, touched: 1, length: 2 });
  await store.remove("AAAA");
  await store.noteShown("AAAA", "SHOWN2");
  await store.noteResult("AAAA", result);
  expect(await store.list()).toEqual([]);
});

/** A commit that adds these entries after so many others. */
const commit = (after: number, entries: string[], opens: Stored | null = null): Commit =>
  ({ after, entries, card: { game: "high-card" } as Card, opens }) as Commit;

/** Objects that a page can be given in the place of the database. */
const lacking: [string, () => unknown][] = [
  ["no database", () => undefined],
  [
    "a database that can't be opened",
    () => ({
      open: () => {
        throw new DOMException("no", "SecurityError");
      },
    }),
  ],
  ["a database that never opens", () => ({ open: () => new EventTarget() })],
];

test.each(lacking)("with %s, tables are in the memory of the page", async (_, given) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("indexedDB", given());
  vi.stubGlobal("IDBRequest", EventTarget);
  const opening = opened();
  await vi.advanceTimersByTimeAsync(10_000);
  const store = await opening;
  vi.useRealTimers();
  await store.create(table("AAAA"), ADA, 1);
  await expect(store.create(table("AAAA"), ADA, 1)).rejects.toThrow(Conflict);
  await store.append("AAAA", commit(2, ["three"], table("BBBB")), 5);
  await expect(store.append("AAAA", commit(2, ["other"]), 6)).rejects.toThrow(Conflict);
  await store.noteShown("AAAA", "THERE");
  expect(await store.journal("AAAA")).toEqual(["one", "two", "three"]);
  expect(await store.table("AAAA")).toMatchObject({ length: 3, people: ADA, shown_as: "THERE" });
  expect((await store.list()).map(({ code }) => code)).toEqual(["AAAA", "BBBB"]);
  await store.keepAnalysis("AAAA", analysed("4:game"), 1);
  expect(await store.analysis("4:game")).toBeUndefined();
  await store.remove("AAAA");
  expect(await store.table("AAAA")).toBeUndefined();
  const { LocalStore: here } = await import("./store");
  expect(here.memory).toMatchObject({ only: true, tables: [{ journal: ["one", "two"] }] });
});

test("a table for which there is no more room goes on in the memory, from where it was", async () => {
  const store = await opened();
  const { LocalStore: here } = await import("./store");
  await store.create(table("AAAA"), ADA, 1);
  expect(here.memory).toBeNull();
  const told = vi.fn();
  here.onchange(told);
  const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await store.append("AAAA", commit(2, ["three"]), 5);
  full.mockRestore();
  await store.append("AAAA", commit(3, ["four"]), 6);
  expect(await store.journal("AAAA")).toEqual(["one", "two", "three", "four"]);
  expect(told.mock.calls.map(([{ journal }]) => journal.length)).toEqual([3, 4]);
  // Another worker goes on with it.
  const memory = here.memory ?? { only: false, tables: [] };
  expect(memory.only).toBe(false);
  const other = await opened();
  expect(await other.journal("AAAA")).toEqual(["one", "two"]);
  (await import("./store")).LocalStore.takeOver(memory);
  expect(await other.journal("AAAA")).toHaveLength(4);
});

test("a database that opens late is used from then on", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const real = new IDBFactory();
  let open = (): void => undefined;
  const late = new Proxy(real, {
    get: (factory, name) =>
      name === "open"
        ? (...given: Parameters<IDBFactory["open"]>) => {
            const request = factory.open(...given);
            const waits = new Promise<void>((done) => (open = done));
            const listen = request.addEventListener.bind(request);
            request.addEventListener = ((kind: string, heard: (event: Event) => void) =>
              listen(kind, (event) =>
                kind === "success" ? void waits.then(() => heard(event)) : heard(event),
              )) as typeof request.addEventListener;
            return request;
          }
        : Reflect.get(factory, name),
  });
  vi.stubGlobal("indexedDB", late);
  const opening = opened();
  await vi.advanceTimersByTimeAsync(10_000);
  await (await opening).create(table("AAAA"), ADA, 1);
  vi.useRealTimers();
  open();
  await new Promise((done) => setTimeout(done, 50));
  const { LocalStore: here } = await import("./store");
  const store = await here.open();
  await store.create(table("BBBB"), ADA, 2);
  expect(here.memory).toMatchObject({ only: false, tables: [{ table: { code: "AAAA" } }] });
  expect((await store.list()).map(({ code }) => code)).toEqual(["BBBB", "AAAA"]);
});
