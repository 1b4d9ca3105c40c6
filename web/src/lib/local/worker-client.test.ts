import { beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../table/refused";
import { serve, tell, WorkerClient, WorkerFailed } from "./worker-client";

/** A worker of which both sides are in this test: what the page posts is handled by `serve`, on a scope of its own. */
const worker = {
  onmessage: null as ((event: { data: unknown }) => void) | null,
  onerror: null as ((event: unknown) => void) | null,
  terminate: vi.fn(),
  postMessage(data: unknown): void {
    scope.onmessage?.({ data });
  },
};
const scope = {
  onmessage: null as ((event: { data: unknown }) => void) | null,
  postMessage(data: unknown): void {
    worker.onmessage?.({ data: structuredClone(data) });
  },
};

let client: WorkerClient<string, string>;
let finish: Map<string, (answer: unknown) => void>;

beforeEach(() => {
  finish = new Map();
  worker.terminate.mockClear();
  for (const name of ["onmessage", "postMessage"] as const)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => scope[name],
      set: (value: never) => (scope[name] = value),
    });
  client = new WorkerClient(worker as unknown as Worker);
  serve<string>((question) => {
    if (question === "refuse") throw new Refused({ code: "illegal", detail: "not now" });
    if (question === "fail") throw new Error("unreachable");
    return new Promise((resolve) => finish.set(question, resolve));
  });
  return () => {
    for (const name of ["onmessage", "postMessage"]) Reflect.deleteProperty(globalThis, name);
  };
});

test("answers belong to their questions, in any order", async () => {
  const [first, second] = [client.ask("one"), client.ask("two")];
  finish.get("two")?.(2);
  finish.get("one")?.(1);
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

test("a refusal reaches the page as one, and any other error as a failure", async () => {
  const refused: unknown = await client.ask("refuse").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect((refused as Refused).refusal).toEqual({ code: "illegal", detail: "not now" });
  const failed: unknown = await client.ask("fail").catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(WorkerFailed);
  expect(String(failed)).toContain("unreachable");
});

test("news come without a question", () => {
  const heard: string[] = [];
  client.onnews = (news) => heard.push(news);
  tell("moved");
  expect(heard).toEqual(["moved"]);
});

test("a worker that is ended, or breaks, answers no open question", async () => {
  const asked = client.ask("one");
  client.close();
  expect(worker.terminate).toHaveBeenCalledOnce();
  await expect(asked).rejects.toThrow(new WorkerFailed("closed"));
  const other = client.ask("two");
  const preventDefault = vi.fn();
  worker.onerror?.({ message: "out of memory", preventDefault });
  await expect(other).rejects.toThrow(new WorkerFailed("out of memory"));
  expect(preventDefault).toHaveBeenCalledOnce();
  // An answer that comes late belongs to no request.
  finish.get("one")?.(1);
});
