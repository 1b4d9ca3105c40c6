import { beforeEach, expect, test, vi } from "vitest";
import type { ToThink } from "$wire/engine";
import { Thinkers, type Thought } from "./thinkers";

/** A worker that thinks; the test answers for it. */
class FakeWorker {
  static all: FakeWorker[] = [];
  asked: Record<string, unknown>[] = [];
  ended = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  #number = 0;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage({ number, question }: { number: number; question: Record<string, unknown> }): void {
    this.#number = number;
    this.asked.push(question);
  }
  terminate(): void {
    this.ended = true;
  }
  async answers(answer: object): Promise<void> {
    this.onmessage?.({ data: { number: this.#number, ...answer } });
    await vi.advanceTimersByTimeAsync(0);
  }
}

const task = (key: string): ToThink => ({ key, attempt: null, pace: 0, context: null });

let thinkers: Thinkers;
let heard: unknown[];

/** Begins a thought and notes how it ends. */
function noted<T>(thought: Thought<T>): Thought<T> {
  thought.result.then(
    (answer) => heard.push(answer),
    (error: unknown) => heard.push(String(error)),
  );
  return thought;
}
const think = (key: string): Thought<unknown> => noted(thinkers.think(task(key)));
const asked = (): unknown[] =>
  FakeWorker.all.map(({ asked }) => (asked.at(-1)?.["think"] as ToThink | undefined)?.key);

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
  heard = [];
  vi.stubGlobal("Worker", FakeWorker);
  thinkers = new Thinkers({} as WebAssembly.Module, "ABC234", ["opened"], 2);
});

test("at most so many bots think at once, and the others wait for their turn", async () => {
  for (const key of ["a", "b", "c", "d"]) think(key);
  expect(asked()).toEqual(["a", "b"]);
  await FakeWorker.all[1]?.answers({ answer: "of b" });
  expect(asked()).toEqual(["a", "c"]);
  await FakeWorker.all[0]?.answers({ answer: "of a" });
  expect(asked()).toEqual(["d", "c"]);
  expect(heard).toEqual(["of b", "of a"]);
});

test("a hint does not wait for bots", async () => {
  for (const key of ["a", "b", "c"]) think(key);
  noted(thinkers.hint(7));
  expect(FakeWorker.all).toHaveLength(3);
  expect(FakeWorker.all[2]?.asked[0]).toMatchObject({ hint: 7, follow: { code: "ABC234" } });
  // Its worker takes no further task while two bots think.
  await FakeWorker.all[2]?.answers({ answer: "move" });
  expect(heard).toEqual(["move"]);
  expect(FakeWorker.all[2]?.asked).toHaveLength(1);
});

test("a worker gets only entries that it does not have yet", async () => {
  think("a");
  thinkers.append(["moved"]);
  await FakeWorker.all[0]?.answers({ answer: "of a" });
  thinkers.append(["moved again"]);
  think("b");
  expect(FakeWorker.all).toHaveLength(1);
  expect(FakeWorker.all[0]?.asked[1]).toEqual({ append: ["moved", "moved again"], think: task("b") });
});

test("workers that know a journal which is no longer the table's are replaced", async () => {
  think("a");
  think("b");
  await FakeWorker.all[0]?.answers({ answer: "of a" });
  thinkers.reset(["opened", "moved elsewhere"]);
  expect(FakeWorker.all.map(({ ended }) => ended)).toEqual([true, false]);
  await FakeWorker.all[1]?.answers({ answer: "of b" });
  expect(FakeWorker.all[1]?.ended).toBe(true);
  think("c");
  expect(FakeWorker.all).toHaveLength(3);
  expect(FakeWorker.all[2]?.asked[0]).toMatchObject({ follow: { journal: ["opened", "moved elsewhere"] } });
});

test("a thought that is cancelled ends its worker, and the next one begins", async () => {
  const [first] = ["a", "b", "c"].map(think);
  first?.cancel();
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeWorker.all[0]?.ended).toBe(true);
  expect(asked()).toEqual(["a", "b", "c"]);
  expect(heard).toEqual([]);
});

test("a thought that is cancelled while it waits is never begun, and the ones after it are", async () => {
  const [, , third] = ["a", "b", "c", "d"].map(think);
  third?.cancel();
  await FakeWorker.all[0]?.answers({ answer: "of a" });
  expect(asked()).toEqual(["d", "b"]);
});

test("a worker that failed is replaced, and the failure is reported", async () => {
  think("a");
  await FakeWorker.all[0]?.answers({ failed: "unreachable" });
  expect(FakeWorker.all[0]?.ended).toBe(true);
  expect(heard).toEqual(["WorkerFailed: unreachable"]);
  think("b");
  expect(FakeWorker.all).toHaveLength(2);
});
