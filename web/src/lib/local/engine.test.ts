import { beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../table/refused";
import { compiled, Engine, EngineFailed, moment } from "./engine";

const PAGE = 65_536;

/** The memory of an engine: the request at the start, then the answer. */
let memory: WebAssembly.Memory;
/** The answer to the next request; an error is a fault of the engine. */
let answer: unknown;
let asked: unknown[];

const exports = {
  get memory() {
    return memory;
  },
  input: () => 0,
  call(): number {
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer)).replace(/\0.*$/s, "");
    asked.push(JSON.parse(text));
    new Uint8Array(memory.buffer).fill(0);
    if (answer instanceof Error) throw answer;
    const bytes = new TextEncoder().encode(JSON.stringify(answer));
    new Uint8Array(memory.buffer).set(bytes, 1_000);
    return bytes.length;
  },
  output: () => 1_000,
  panic_text: () => 2_000,
  panic_length: () => 5,
};

const started = (kept?: ArrayBuffer): Promise<Engine> => Engine.start({} as WebAssembly.Module, kept);

beforeEach(() => {
  memory = new WebAssembly.Memory({ initial: 1 });
  asked = [];
  vi.spyOn(WebAssembly, "instantiate").mockImplementation(
    async () => ({ exports }) as unknown as WebAssembly.Instance,
  );
});

test("a request is answered by the kind that was asked for, in any script", async () => {
  answer = { text: "Ödön" };
  expect((await started()).ask({ "clean-name": " Ödön " }, "text")).toBe("Ödön");
  expect(asked).toEqual([{ "clean-name": " Ödön " }]);
});

test("a refusal is a refusal, and another kind of answer is a fault", async () => {
  const engine = await started();
  answer = { refused: { code: "bad-text", detail: "" } };
  expect(() => engine.ask({ "clean-name": "" }, "text")).toThrow(Refused);
  expect(() => engine.tell({ follow: { code: "ABC234", journal: [] } })).toThrow(Refused);
  for (answer of ["done", { games: [] }])
    expect(() => engine.ask({ "clean-name": "" }, "text")).toThrow(EngineFailed);
  answer = "done";
  engine.tell({ follow: { code: "ABC234", journal: [] } });
});

test("a fault says what the engine says, or else what the browser says", async () => {
  const engine = await started();
  answer = new Error("unreachable");
  exports.panic_length = () => 0;
  expect(() => engine.ask("games", "games")).toThrow("unreachable");
  vi.spyOn(exports, "call").mockImplementation(() => {
    new Uint8Array(memory.buffer).set(new TextEncoder().encode("seat 9"), 2_000);
    throw new Error("unreachable");
  });
  exports.panic_length = () => 6;
  expect(() => engine.ask("games", "games")).toThrow("seat 9");
});

test("an engine goes on with the memory of another one, which may be larger", async () => {
  const first = await started();
  memory.grow(2);
  new Uint8Array(memory.buffer)[3 * PAGE - 1] = 7;
  const kept = first.copyMemory();
  memory = new WebAssembly.Memory({ initial: 1 });
  const second = await started(kept);
  expect(second.memory).toBe(3 * PAGE);
  expect(new Uint8Array(memory.buffer)[3 * PAGE - 1]).toBe(7);
});

test("an engine that can't be loaded is not compiled", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  await expect(compiled("/engine.wasm")).rejects.toThrow("404");
});

test.each([
  ["application/wasm", "streamed"],
  ["application/octet-stream", "compiled"],
])("a file of type %s is %s", async (type, how) => {
  vi.stubGlobal("fetch", async () => new Response("\0asm", { headers: { "content-type": type } }));
  vi.stubGlobal("WebAssembly", {
    compileStreaming: async () => "streamed",
    compile: async (bytes: ArrayBuffer) => (bytes.byteLength === 4 ? "compiled" : ""),
  });
  expect(await compiled("/engine.wasm")).toBe(how);
});

test("the time of events never goes back, and each has entropy of its own", () => {
  vi.useFakeTimers({ now: Date.now() + 1_000_000 });
  const first = moment();
  vi.setSystemTime(first.now - 5_000);
  const second = moment();
  expect(second.now).toBe(first.now);
  expect(second.entropy).toMatch(/^[0-9a-f]{64}$/);
  expect(second.entropy).not.toBe(first.entropy);
});
