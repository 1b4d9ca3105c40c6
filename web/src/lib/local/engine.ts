import { Refused } from "../table/refused";
import { hex } from "../hex";
import type { EngineAnswer, EngineRequest, Moment } from "$wire/engine";

/** The exports of `crates/townhall-wasm`; see `abi.rs` there. */
interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  call(): number;
  output(): number;
  panic_text(): number;
  panic_length(): number;
}

/** The size of the pages by which the memory of a WebAssembly instance grows, in bytes. */
const PAGE = 65_536;

/** The kinds of answers, and what each of them carries. */
type Kind<A = EngineAnswer> = A extends object ? keyof A : never;
type Carried<K extends Kind, A = EngineAnswer> = A extends Record<K, infer C> ? C : never;

/** The engine failed and can't be used any more; another one can. */
export class EngineFailed extends Error {
  override name = "EngineFailed";
}

/** The games, their bots and one table, as WebAssembly. */
export class Engine {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** Starts an engine; with the memory of another one of the same module, it is as that one was between two questions. */
  static async start(module: WebAssembly.Module, memory?: ArrayBuffer): Promise<Engine> {
    const imports = { townhall: { now: () => performance.now() } };
    const { exports } = await WebAssembly.instantiate(module, imports);
    const engine = new Engine(exports as unknown as Exports);
    if (memory) engine.#remember(memory);
    return engine;
  }

  // The whole state of an engine is in its memory: between two questions its stack is empty, and it has no other state.
  #remember(bytes: ArrayBuffer): void {
    const { memory } = this.#exports;
    const missing = bytes.byteLength - memory.buffer.byteLength;
    if (missing > 0) memory.grow(missing / PAGE);
    new Uint8Array(memory.buffer).set(new Uint8Array(bytes));
  }

  /** A copy of its memory, for {@link start}. */
  copyMemory(): ArrayBuffer {
    return this.#exports.memory.buffer.slice(0);
  }

  /**
   * Answers a request whose answer is of this kind. Throws a `Refused` if the answer is no, and an `EngineFailed` if the
   * engine has a fault.
   */
  ask<K extends Kind>(request: EngineRequest, kind: K): Carried<K> {
    const answer = JSON.parse(this.call(JSON.stringify(request))) as EngineAnswer;
    if (typeof answer === "object") {
      if ("refused" in answer) throw new Refused(answer.refused);
      if (kind in answer) return (answer as Record<K, Carried<K>>)[kind];
    }
    throw new EngineFailed(`expected ${kind}, found ${JSON.stringify(answer).slice(0, 80)}`);
  }

  /** Carries out a request to which there is nothing to say. */
  tell(request: EngineRequest): void {
    const answer = JSON.parse(this.call(JSON.stringify(request))) as EngineAnswer;
    if (typeof answer === "object" && "refused" in answer) throw new Refused(answer.refused);
  }

  /** The text of the answer to the text of a request. */
  call(request: string): string {
    const bytes = new TextEncoder().encode(request);
    const { memory, input, call, output } = this.#exports;
    try {
      const at = input(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = call();
      return new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length));
    } catch (error) {
      throw new EngineFailed(this.#panic() || String(error));
    }
  }

  /** How many bytes of memory it has taken. */
  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  #panic(): string {
    const { memory, panic_text, panic_length } = this.#exports;
    try {
      return new TextDecoder().decode(new Uint8Array(memory.buffer, panic_text(), panic_length()));
    } catch {
      return "";
    }
  }
}

/** Fetches and compiles the engine. */
export async function compiled(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the engine can't be had: ${response.status}`);
  // Some hosts don't know the type of the file, without which a browser does not compile it while it comes.
  const known = response.headers.get("content-type")?.startsWith("application/wasm") ?? false;
  return known ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

let latest = 0;

/** The time and fresh entropy for an event. The time never goes back, even if the browser's clock does. */
export function moment(): Moment {
  latest = Math.max(latest, Date.now());
  return { now: latest, entropy: hex(crypto.getRandomValues(new Uint8Array(32))) };
}
