import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Command, Frame } from "$wire/protocol";
import type { Commit, Effects, EngineRequest, Sent, ToThink } from "$wire/engine";
import { Refused } from "../table/refused";
import { Engine, EngineFailed } from "./engine";
import { Runner } from "./runner";
import { Conflict, type LocalStore, type LocalTable } from "./store";

const NOON = Date.parse("2026-11-22T12:00:00Z");
const ADA = { id: 1, name: "Ada", colour: "teal" } as const;
const BEN = { id: 2, name: "Ben", colour: "plum" } as const;

const frame = (id: string): Sent => ({ to: [1], frame: { type: "done", id, version: 1 } as Frame });
const effects = (change: Partial<Effects> = {}): Effects => ({
  commit: null,
  send: [],
  think: [],
  wanted: [],
  due: null,
  ...change,
});
const commit = (...entries: string[]): Commit => ({ after: 1, entries, opens: null }) as unknown as Commit;
const task = (key: string, pace = 0): ToThink => ({ key, attempt: null, pace, context: null });
const command = (id: string): Command => ({ id, on: 1, action: { type: "unseal" } });

/** A worker in which a bot thinks; the test answers its questions. */
class FakeThinker {
  static all: FakeThinker[] = [];
  questions: Record<string, unknown>[] = [];
  ended = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  #number = 0;
  constructor() {
    FakeThinker.all.push(this);
  }
  postMessage({ number, question }: { number: number; question: Record<string, unknown> }): void {
    this.#number = number;
    this.questions.push(question);
  }
  terminate(): void {
    this.ended = true;
  }
  answers(answer: object): void {
    this.onmessage?.({ data: { number: this.#number, ...answer } });
  }
}

/** The channel between tabs; the test plays the other tabs. */
class FakeChannel {
  static last: FakeChannel;
  posted: unknown[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    FakeChannel.last = this;
  }
  postMessage(data: unknown): void {
    this.posted.push(data);
  }
}

/** Requests to the engine and appends to the store, in their order, by their kind. */
let done: string[];
let requests: EngineRequest[];
/** The engine's answer to the next request of a kind. By default there is nothing to do. */
let answers: Map<string, (() => Effects)[]>;
let journal: string[];
let table: LocalTable | undefined;
let append: (commit: Commit) => Promise<void>;
let sent: string[];
let failures: unknown[];

function answer(kind: string, ...next: (Partial<Effects> | Error)[]): void {
  const given = next.map((one) => () => {
    if (one instanceof Error) throw one;
    return effects(one);
  });
  answers.set(kind, [...(answers.get(kind) ?? []), ...given]);
}

const kindOf = (request: EngineRequest): string =>
  typeof request === "string" ? request : (Object.keys(request)[0] ?? "");

const engine = {
  ask(request: EngineRequest): Effects {
    const kind = kindOf(request);
    done.push(kind);
    requests.push(request);
    const next = answers.get(kind)?.shift();
    return next ? next() : effects();
  },
};

/** Lets everything happen that waits for nothing but other work. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

async function started(): Promise<Runner> {
  const store = {
    table: async () => table,
    journal: async () => journal,
    append: async (_code: string, commit: Commit) => {
      await append(commit);
      done.push("stored");
      journal = [...journal, ...commit.entries];
    },
  } as unknown as LocalStore;
  const send = ({ frame }: { frame: Frame }) => void sent.push("id" in frame ? frame.id : frame.type);
  const runner = await Runner.start("ABC234", {} as WebAssembly.Module, store, send, (error) =>
    failures.push(error),
  );
  if (!runner) throw new Error("there is no table");
  done.length = requests.length = sent.length = 0;
  return runner;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  [done, requests, sent, failures] = [[], [], [], []];
  answers = new Map();
  journal = ["opened"];
  table = { code: "ABC234", people: [ADA], players: 3, status: "playing" } as unknown as LocalTable;
  append = async () => undefined;
  FakeThinker.all = [];
  vi.spyOn(Engine, "start").mockResolvedValue(engine as unknown as Engine);
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("Worker", FakeThinker);
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  vi.stubGlobal("navigator", { hardwareConcurrency: 8 });
});

afterEach(() => vi.clearAllTimers());

test("a table is restored from its journal and shown to all who play here", async () => {
  table = { ...table, people: [ADA, BEN] } as LocalTable;
  const seen: EngineRequest[] = [];
  vi.spyOn(engine, "ask").mockImplementation((request) => {
    seen.push(request);
    return effects();
  });
  await started();
  expect(seen).toMatchObject([
    { restore: { code: "ABC234", journal: ["opened"] } },
    { connect: { player: ADA, since: 0 } },
    { connect: { player: BEN, since: 0 } },
  ]);
});

test("there is no runner for a code without a table", async () => {
  table = undefined;
  await expect(started()).rejects.toThrow("there is no table");
  expect(done).toEqual([]);
});

test("a frame is sent once the entries that it shows are stored", async () => {
  const runner = await started();
  let store: () => void = () => undefined;
  append = () => new Promise((resolve) => (store = resolve));
  answer("command", { send: [frame("before")], commit: commit("moved") });
  answer("committed", { send: [frame("after")] });
  const answered = runner.command(1, command("a"));
  await settled();
  expect(sent).toEqual(["before"]);
  store();
  await answered;
  expect(sent).toEqual(["before", "after"]);
});

test("a command waits until the one before it is stored", async () => {
  const runner = await started();
  answer("command", { commit: commit("moved") }, new Refused({ code: "malformed", detail: "" }), {});
  const [first, second, third] = ["a", "b", "c"].map((id) => runner.command(1, command(id)));
  await first;
  await expect(second).rejects.toBeInstanceOf(Refused);
  await third;
  expect(done).toEqual(["command", "stored", "committed", "command", "command"]);
  // A refusal is an answer, not a failure of the table.
  expect(failures).toEqual([]);
});

test("other tabs learn that a commit was stored, with the length of the journal", async () => {
  const runner = await started();
  answer("command", { commit: commit("moved", "ended") });
  await runner.command(1, command("a"));
  expect(FakeChannel.last.posted).toEqual([{ code: "ABC234", length: 3 }]);
});

test.each([
  ["another tab was first", new Conflict("ABC234"), 0],
  ["the store fails", new Error("disk full"), 1],
])("if %s, the engine goes on from the journal that is stored", async (_, error, warnings) => {
  const runner = await started();
  append = () => {
    journal = ["opened", "moved elsewhere"];
    return Promise.reject(error);
  };
  answer("command", { commit: commit("moved") });
  answer("failed", { send: [frame("shown")] });
  await runner.command(1, command("a"));
  expect(requests.at(-1)).toMatchObject({ failed: { journal: ["opened", "moved elsewhere"] } });
  expect(sent).toEqual(["shown"]);
  expect(FakeChannel.last.posted).toEqual([]);
  expect(console.warn).toHaveBeenCalledTimes(warnings);
});

test("after a conflict, bots think about the journal that is stored", async () => {
  const runner = await started();
  append = () => {
    journal = ["opened", "moved elsewhere"];
    return Promise.reject(new Conflict("ABC234"));
  };
  answer("command", { commit: commit("moved") });
  answer("failed", { think: [task("k")], wanted: ["k"] });
  await runner.command(1, command("a"));
  expect(FakeThinker.all[0]?.questions).toMatchObject([
    { follow: { journal: ["opened", "moved elsewhere"] }, think: { key: "k" } },
  ]);
});

test.each([
  ["a longer journal of this table", { code: "ABC234", length: 2 }, ["failed"]],
  ["what this tab knows", { code: "ABC234", length: 1 }, []],
  ["another table", { code: "XYZ567", length: 9 }, []],
])("news of another tab about %s", async (_, data, expected) => {
  await started();
  FakeChannel.last.onmessage?.({ data });
  await settled();
  expect(done).toEqual(expected);
});

test("a journal that was read again is not read once more", async () => {
  await started();
  journal = ["opened", "moved"];
  for (const _ of ["of one tab", "of another"]) {
    FakeChannel.last.onmessage?.({ data: { code: "ABC234", length: 2 } });
    await settled();
  }
  expect(done).toEqual(["failed"]);
});

test("a bot's move is handed in after its pace, even if it was found sooner", async () => {
  const runner = await started();
  answer("command", { think: [task("k", 700)], wanted: ["k"] });
  await runner.command(1, command("a"));
  FakeThinker.all[0]?.answers({ answer: ["build"] });
  await vi.advanceTimersByTimeAsync(699);
  expect(done).toEqual(["command"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests.at(-1)).toMatchObject({ reply: { reply: { key: "k", actions: ["build"] } } });
});

test("a bot that finds the task no longer wanted does nothing", async () => {
  const runner = await started();
  answer("command", { think: [task("k")], wanted: ["k"] });
  await runner.command(1, command("a"));
  FakeThinker.all[0]?.answers({ answer: null });
  await settled();
  expect(requests.at(-1)).toMatchObject({ reply: { reply: { key: "k", actions: [] } } });
});

test("thoughts that are no longer wanted are given up, the others go on", async () => {
  const runner = await started();
  answer("command", { think: [task("k"), task("l")], wanted: ["k", "l"] }, { wanted: ["l"] });
  await runner.command(1, command("a"));
  const [first, second] = FakeThinker.all;
  await runner.command(1, command("b"));
  expect([first?.ended, second?.ended]).toEqual([true, false]);
  second?.answers({ answer: ["build"] });
  await settled();
  expect(done).toEqual(["command", "command", "reply"]);
  expect(requests.at(-1)).toMatchObject({ reply: { reply: { key: "l" } } });
});

test("a thought that is given up while it waits for its pace is not handed in", async () => {
  const runner = await started();
  answer("command", { think: [task("k", 700)], wanted: ["k"] }, { wanted: [] });
  await runner.command(1, command("a"));
  FakeThinker.all[0]?.answers({ answer: ["build"] });
  await settled();
  await runner.command(1, command("b"));
  await vi.advanceTimersByTimeAsync(700);
  expect(done).toEqual(["command", "command"]);
});

test("the engine learns that a bot failed, which gets no further task", async () => {
  const runner = await started();
  answer("command", { think: [task("k")], wanted: ["k"] });
  answer("bot-failed", { think: [task("l")], wanted: ["l"] });
  await runner.command(1, command("a"));
  FakeThinker.all[0]?.answers({ failed: "unreachable" });
  await settled();
  expect(requests.at(-1)).toMatchObject({ "bot-failed": { key: "k" } });
  expect(FakeThinker.all.map(({ ended }) => ended)).toEqual([true, false]);
});

test("a thinker gets the journal once, and then what was added", async () => {
  const runner = await started();
  answer("command", { think: [task("k")], wanted: ["k"] });
  answer("reply", { commit: commit("built") });
  answer("committed", { think: [task("l")], wanted: ["l"] });
  await runner.command(1, command("a"));
  FakeThinker.all[0]?.answers({ answer: ["build"] });
  await settled();
  const [first, second] = FakeThinker.all[0]?.questions ?? [];
  expect(first).toMatchObject({ follow: { code: "ABC234" }, think: { key: "k" } });
  expect(second).toEqual({ append: ["built"], think: task("l") });
});

test.each([
  ["at its time", NOON + 500, 499],
  ["at once, if the time is over", NOON - 500, 19],
])("a table that is due is ticked %s", async (_, due, before) => {
  const runner = await started();
  answer("command", { due });
  await runner.command(1, command("a"));
  await vi.advanceTimersByTimeAsync(before);
  expect(done).toEqual(["command"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(["command", "tick"]);
});

test("a later event moves the time of the next tick", async () => {
  const runner = await started();
  answer("command", { due: NOON + 500 }, { due: NOON + 2_000 }, { due: null });
  await runner.command(1, command("a"));
  await runner.command(1, command("b"));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(done).toEqual(["command", "command"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(["command", "command", "tick"]);
  await runner.command(1, command("c"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done.filter((kind) => kind === "tick")).toHaveLength(1);
});

test("a tick that is due in a month does not come at once", async () => {
  const runner = await started();
  answer("command", { due: NOON + 2 ** 31 + 100 });
  await runner.command(1, command("a"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual(["command"]);
});

test("at a rematch all who play here sit down, and the host among them begins", async () => {
  table = { ...table, people: [ADA, BEN], status: "lobby" } as LocalTable;
  const seen: unknown[] = [];
  vi.spyOn(engine, "ask").mockImplementation((request) => {
    const kind = kindOf(request);
    seen.push(typeof request === "object" && "command" in request ? request.command.player : kind);
    return effects();
  });
  await started();
  expect(seen).toEqual(["restore", "connect", "connect", "tick", 1, 2]);
});

test.each([
  ["an engine with a fault", new EngineFailed("unreachable"), true],
  [
    "a journal that can't be read any more",
    new Refused({ code: "unreadable", detail: "entry 7" }) as Error,
    true,
  ],
  ["any other refusal", new Refused({ code: "malformed", detail: "" }) as Error, false],
])("%s ends the table: %s", async (_, error, ends) => {
  const runner = await started();
  answer("command", error);
  await expect(runner.command(1, command("a"))).rejects.toBe(error);
  expect(failures).toEqual(ends ? [error] : []);
  // The events after it are handled all the same.
  await runner.command(1, command("b"));
});

test("a fault while a table is being restored is the answer to who asked for it", async () => {
  answer("restore", new EngineFailed("unreachable"));
  await expect(started()).rejects.toBeInstanceOf(EngineFailed);
  expect(failures).toEqual([]);
});
