import type { Action, Command, Frame, Hint, Page, Replay } from "$wire/protocol";
import type { Line } from "../frames/followed.svelte";
import { Refused } from "../table/refused";
import type { Effects, EngineRequest, ToThink } from "$wire/engine";
import { Engine, EngineFailed, moment } from "./engine";
import { Conflict, type LocalStore, type LocalTable } from "./store";
import { Thinkers, type Thought } from "./thinkers";

/** Tells other tabs of this browser that a table has changed. */
const CHANGES = "townhall-tables";

/** The shortest time until a table that is due is ticked again, in milliseconds. */
const MIN_TICK_DELAY = 20;

/** A message to the page. */
export interface Sent {
  to: readonly number[];
  frame: Frame;
}

/**
 * Runs one table, as the server's actor of a table does: hands in what arrives, stores each commit, delivers what is to be
 * sent, lets bots think. One event is handled after the other.
 */
export class Runner {
  readonly #thinking = new Map<string, Thought<unknown>>();
  readonly #changes = new BroadcastChannel(CHANGES);
  /** The last event that is being handled. */
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #started = false;

  private constructor(
    private readonly table: LocalTable,
    private readonly engine: Engine,
    private readonly store: LocalStore,
    private readonly thinkers: Thinkers,
    /** How many entries are stored, as far as this runner knows. */
    private length: number,
    private readonly send: (sent: Sent) => void,
    private readonly onfailure: (error: unknown) => void,
  ) {
    this.#changes.onmessage = ({ data }: MessageEvent<{ code: string; length: number }>) => {
      if (data.code === this.table.code && data.length > this.length) this.#later(() => this.#reread());
    };
  }

  /** Reads the table and shows it to all who play here. Undefined: there is no such table. */
  static async start(
    code: string,
    module: WebAssembly.Module,
    store: LocalStore,
    send: (sent: Sent) => void,
    onfailure: (error: unknown) => void,
  ): Promise<Runner | undefined> {
    const table = await store.table(code);
    if (!table) return undefined;
    const [journal, engine] = await Promise.all([store.journal(code), Engine.start(module)]);
    const cores = Math.max(1, Math.min(navigator.hardwareConcurrency - 1, table.players - 1));
    const thinkers = new Thinkers(module, code, [...journal], cores);
    const runner = new Runner(table, engine, store, thinkers, journal.length, send, onfailure);
    await runner.#event({ restore: { code, journal, moment: moment() } });
    for (const player of table.people) {
      await runner.#event({ connect: { player, since: 0, moment: moment() } });
    }
    await runner.#begin();
    runner.#started = true;
    return runner;
  }

  /** Hands in a player's command. Its answer is a frame. */
  command(player: number, command: Command): Promise<void> {
    return this.#event({ command: { player, command, moment: moment() } });
  }

  hint(player: number): Promise<Hint> {
    return this.thinkers.hint(player).result;
  }

  lines(what: "log" | "talk", before: number): Page<Line> {
    const page =
      what === "log"
        ? this.engine.ask({ log: { before } }, "log")
        : this.engine.ask({ talk: { before } }, "talk");
    return page as Page<Line>;
  }

  lookBack(player: number): Replay {
    return this.engine.ask({ "look-back": { player } }, "replay");
  }

  record(): string | null {
    return this.engine.ask("record", "record");
  }

  /** A rematch is set up but not begun: on one device all players are present, and sit down on the chairs kept for them. */
  async #begin(): Promise<void> {
    if (this.table.status !== "lobby") return;
    const { people } = this.table;
    for (const _ of people.slice(1)) await this.#event({ tick: { moment: moment() } });
    // The host is the player who asked for the rematch; the others' commands are refused.
    const action: Action = { type: "start" };
    for (const { id } of people) await this.command(id, { id: `start ${id}`, on: 0, action });
  }

  /** Handles one event after the ones before it. */
  #event(request: EngineRequest): Promise<void> {
    return this.#later(() => this.#handle(request));
  }

  #later(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch((error: unknown) => {
      const broken = error instanceof Refused && error.refusal.code === "unreadable";
      if (this.#started && (broken || error instanceof EngineFailed)) this.onfailure(error);
    });
    return done;
  }

  async #handle(request: EngineRequest): Promise<void> {
    let effects = this.engine.ask(request, "effects");
    for (;;) {
      for (const sent of effects.send) this.send(sent);
      if (!effects.commit) break;
      const stored = await this.#store(effects);
      effects = this.engine.ask(stored, "effects");
    }
    this.#go(effects);
  }

  /** Writes to the store on the engine's request; returns the answer for the engine. */
  async #store({ commit }: Effects): Promise<EngineRequest> {
    if (!commit) return { committed: { moment: moment() } };
    try {
      await this.store.append(this.table.code, commit, moment().now);
    } catch (error) {
      if (!(error instanceof Conflict)) console.warn("a table could not be stored", error);
      return this.#stored();
    }
    this.thinkers.append(commit.entries);
    this.length += commit.entries.length;
    this.#changes.postMessage({ code: this.table.code, length: this.length });
    return { committed: { moment: moment() } };
  }

  /** The request that gives the engine the stored journal, to which another worker may have added. */
  async #stored(): Promise<EngineRequest> {
    const journal = await this.store.journal(this.table.code);
    this.length = journal.length;
    this.thinkers.reset([...journal]);
    return { failed: { journal, moment: moment() } };
  }

  async #reread(): Promise<void> {
    await this.#handle(await this.#stored());
  }

  /** Lets bots think, gives up thoughts that are no longer wanted, and sets the clock. */
  #go({ think, wanted, due }: Effects): void {
    const keys = new Set(wanted.map(keyText));
    for (const [key, thought] of this.#thinking) {
      if (keys.has(key)) continue;
      thought.cancel();
      this.#thinking.delete(key);
    }
    for (const task of think) void this.#think(task);
    clearTimeout(this.#timer);
    if (due === null) return;
    const wait = Math.max(MIN_TICK_DELAY, due - Date.now());
    // A timer can't wait for longer than 2^31 milliseconds.
    if (wait < 2 ** 31)
      this.#timer = setTimeout(() => void this.#event({ tick: { moment: moment() } }), wait);
  }

  async #think(task: ToThink): Promise<void> {
    const { key, pace } = task;
    const ready = new Promise((done) => setTimeout(done, pace));
    const thought = this.thinkers.think<unknown[] | null>(task);
    this.#thinking.set(keyText(key), thought);
    let request: EngineRequest;
    try {
      const [actions] = await Promise.all([thought.result, ready]);
      // The thinker may already know that the task is no longer wanted.
      request = { reply: { reply: { key, actions: actions ?? [] }, moment: moment() } };
    } catch (error) {
      console.error("a bot failed; a simpler one plays on:", error);
      request = { "bot-failed": { key, moment: moment() } };
    }
    // It may have been cancelled after it was ready.
    if (this.#thinking.get(keyText(key)) !== thought) return;
    this.#thinking.delete(keyText(key));
    await this.#event(request);
  }
}

const keyText = (key: unknown): string => JSON.stringify(key);
