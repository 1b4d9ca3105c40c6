import { beforeEach, expect, test, vi } from "vitest";
import type { Frame, TableView } from "$wire/protocol";
import { Refused } from "../table/refused";
import { LocalConnection, type TableWorker } from "./connection.svelte";
import { WorkerFailed } from "./worker-client";

const ADA = { id: 1, name: "Ada", colour: "teal" } as const;
const BEN = { id: 2, name: "Ben", colour: "plum" } as const;
const CLEO = { id: 3, name: "Cleo", colour: "moss" } as const;

type Question = Record<string, unknown>;

/** A worker that runs a table; the test plays it. */
class FakeTable {
  static all: FakeTable[] = [];
  asked: { question: Question; resolve(answer?: unknown): void; reject(error: unknown): void }[] = [];
  closed = false;
  onnews: (news: unknown) => void = () => undefined;
  constructor() {
    FakeTable.all.push(this);
  }
  ask(question: Question): Promise<unknown> {
    return new Promise((resolve, reject) => this.asked.push({ question, resolve, reject }));
  }
  close(): void {
    this.closed = true;
  }
  /** The open question of this kind. */
  question(kind: string): (typeof this.asked)[number] {
    const found = this.asked.findLast(({ question }) => kind in question);
    if (!found) throw new Error(`no request for ${kind}`);
    return found;
  }
  says(to: number[], frame: Partial<Frame> & { type: string }): void {
    this.onnews({ to, frame: { now: Date.now(), ...frame } });
  }
  /** Shows the table to the people on these seats: person n sits on seat n - 1. */
  shows(
    people: number[],
    { toAct = [0] as number[], sealed = [] as number[], waiting = [] as number[] } = {},
  ): void {
    for (const person of people) {
      const seat = person - 1;
      const game = {
        to_act: toAct,
        my_sealed: sealed.includes(seat) ? {} : null,
        waiting,
      };
      const table = {
        version: 3,
        code: "ABC234",
        game_id: "point-city",
        status: "playing",
        log: [],
        talk: [],
      };
      this.says([person], {
        type: "table",
        table: { ...table, me: seat, game } as unknown as TableView,
        earlier: { log: 0, talk: 0 },
      });
    }
  }
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** Opens the table for these people, and lets the worker follow it. */
async function opened(
  ...people: (typeof ADA | typeof BEN | typeof CLEO)[]
): Promise<[LocalConnection, FakeTable]> {
  const table = new FakeTable();
  const connection = new LocalConnection("ABC234", people, table as unknown as TableWorker);
  table.question("follow").resolve();
  await settled();
  return [connection, table];
}

/** The worker that the page itself starts after a failure. */
class FakeWorker {
  static all: FakeWorker[] = [];
  asked: { number: number; question: Question }[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(asked: { number: number; question: Question }): void {
    this.asked.push(asked);
  }
  terminate(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  [FakeTable.all, FakeWorker.all] = [[], []];
  vi.stubGlobal("Worker", FakeWorker);
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});

test("a command waits until the table is followed, and is done by its answer", async () => {
  const table = new FakeTable();
  const connection = new LocalConnection("ABC234", [ADA], table as unknown as TableWorker);
  let done = false;
  void connection.send({ type: "unseal" }).then(() => (done = true));
  expect(table.asked.map(({ question }) => Object.keys(question))).toEqual([["follow"]]);
  table.question("follow").resolve();
  await settled();
  expect(connection.state).toBe("live");
  const { question } = table.question("command");
  expect(question).toMatchObject({ player: 1, command: { on: 0, action: { type: "unseal" } } });
  table.says([1], { type: "done", id: "of another command", version: 4 });
  await settled();
  expect(done).toBe(false);
  table.says([1], { type: "done", id: (question["command"] as { id: string }).id, version: 4 });
  await settled();
  expect(done).toBe(true);
});

test.each(["a frame", "the worker's answer"])("a refusal in %s rejects its command", async (by) => {
  const [connection, table] = await opened(ADA);
  const sent = connection.send({ type: "unseal" });
  const { question, reject } = table.question("command");
  const refusal = { code: "illegal", detail: "" } as const;
  if (by === "a frame")
    table.says([1], { type: "refused", id: (question["command"] as { id: string }).id, refusal });
  else reject(new Refused(refusal));
  await expect(sent).rejects.toBeInstanceOf(Refused);
  expect(connection.state).toBe("live");
});

test("one person has the device for good", async () => {
  const [connection, table] = await opened(ADA);
  table.shows([1]);
  expect(connection.hands).toBeNull();
  expect(connection.table?.me).toBe(0);
});

test("the device goes to the next one who acts, clockwise from who has it", async () => {
  const [connection, table] = await opened(ADA, BEN, CLEO);
  const { hands } = connection;
  table.shows([1, 2, 3], { toAct: [1, 2] });
  expect([hands?.shown, hands?.next]).toEqual([null, 1]);
  hands?.take();
  expect([hands?.shown, hands?.next, connection.table?.me]).toEqual([1, null, 1]);
  table.shows([1, 2, 3], { toAct: [0, 2] });
  expect(hands?.next).toBe(2);
  hands?.take();
  table.shows([1, 2, 3], { toAct: [0, 1] });
  expect(hands?.next).toBe(0);
});

test("those who wait for partners, or have sealed their choice, do not get the device before the others", async () => {
  const [connection, table] = await opened(ADA, BEN, CLEO);
  table.shows([1, 2, 3], { toAct: [0, 1, 2], waiting: [0], sealed: [1] });
  expect(connection.hands?.next).toBe(2);
  table.shows([1, 2, 3], { toAct: [0, 1, 2], waiting: [0], sealed: [1, 2] });
  expect(connection.hands?.next).toBe(0);
});

test("commands are those of the person who has the device", async () => {
  const [connection, table] = await opened(ADA, BEN);
  table.shows([1, 2], { toAct: [1] });
  connection.hands?.take();
  void connection.send({ type: "unseal" });
  void connection.hint();
  expect(table.question("command").question).toMatchObject({ player: 2 });
  expect(table.question("hint").question).toMatchObject({ player: 2 });
});

test("in a game without secrets all who act may look, and the device stays in use", async () => {
  const [connection, table] = await opened(ADA, BEN);
  table.question("games").resolve([{ id: "point-city", open: true }]);
  await settled();
  table.shows([1, 2], { toAct: [0, 1] });
  expect(connection.hands?.together).toEqual([0, 1]);
  connection.hands?.take(1);
  expect(connection.hands?.shown).toBe(1);
  table.shows([1, 2], { toAct: [0] });
  expect(connection.hands?.shown).toBe(0);
});

test("after a decision in the open the device shows the view of no seat", async () => {
  const [connection, table] = await opened(ADA, BEN);
  let open = true;
  connection.hands?.decideOpenly(() => open);
  table.shows([1, 2], { toAct: [0] });
  connection.hands?.take();
  expect(connection.hands?.shown).toBe(0);
  open = false;
  connection.hands?.decideOpenly(({ game }) => game?.to_act.includes(0) ?? false);
  table.shows([1, 2], { toAct: [1] });
  expect([connection.hands?.shown, connection.hands?.next]).toEqual([null, 1]);
});

test.each([
  ["no-table", "gone"],
  ["unreadable", "unreadable"],
] as const)("a table that is refused as %s is %s", async (code, state) => {
  const table = new FakeTable();
  const connection = new LocalConnection("ABC234", [ADA], table as unknown as TableWorker);
  table.question("follow").reject(new Refused({ code, detail: "" }));
  await settled();
  expect(connection.state).toBe(state);
  expect(table.closed).toBe(true);
  expect(FakeWorker.all).toEqual([]);
});

test("after a failure another worker goes on, and repeats what was not answered", async () => {
  const [connection, table] = await opened(ADA);
  table.shows([1]);
  void connection.send({ type: "unseal" });
  const { question } = table.question("command");
  table.onnews({ failed: "unreachable" });
  expect([connection.state, table.closed]).toEqual(["lost", true]);
  const [other] = FakeWorker.all;
  expect(other?.asked.map(({ question }) => question)).toEqual([{ follow: "ABC234" }]);
  other?.onmessage?.({ data: { number: 0, answer: null } });
  await settled();
  expect(connection.state).toBe("live");
  expect(other?.asked.at(-1)?.question).toEqual(question);
  // The first worker has nothing to say any more.
  table.onnews({ failed: "again" });
  expect(FakeWorker.all).toHaveLength(1);
});

test("a table that fails again and again is given up after three more tries", async () => {
  const [connection, table] = await opened(ADA);
  table.onnews({ failed: "unreachable" });
  for (let n = 0; n < 3; n++) {
    expect([connection.state, FakeWorker.all.length]).toEqual(["connecting", n + 1]);
    FakeWorker.all[n]?.onmessage?.({ data: { news: { failed: "unreachable" } } });
  }
  expect([connection.state, FakeWorker.all.length]).toEqual(["unreadable", 3]);
});

test("a table that goes on after a failure may fail as often later", async () => {
  const [connection, table] = await opened(ADA);
  table.onnews({ failed: "unreachable" });
  for (let n = 0; n < 5; n++) {
    const worker = FakeWorker.all[n];
    worker?.onmessage?.({ data: { number: 0, answer: null } });
    await settled();
    void connection.send({ type: "unseal" });
    for (const { number } of worker?.asked.slice(1) ?? [])
      worker?.onmessage?.({ data: { number, answer: null } });
    await settled();
    worker?.onmessage?.({ data: { news: { failed: "unreachable" } } });
  }
  expect(FakeWorker.all).toHaveLength(6);
  expect(connection.state).toBe("connecting");
});

test("a connection that was closed starts no other worker", async () => {
  const [connection, table] = await opened(ADA);
  connection.close();
  table.onnews({ failed: "closed" });
  table.question("follow").reject(new WorkerFailed("closed"));
  await settled();
  expect(FakeWorker.all).toEqual([]);
});

test("a table of this browser has no operator", async () => {
  const [connection] = await opened(ADA);
  await expect(connection.report()).rejects.toBeInstanceOf(Refused);
});
