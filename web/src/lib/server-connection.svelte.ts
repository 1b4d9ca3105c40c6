import { api } from "./api";
import { backoff } from "./backoff";
import { Refused, type Connection } from "./connection";
import { patched, resumed } from "./patch";
import type { Action, Command, Frame, Patch, TableView } from "./protocol";

/** How long an answer may take before the line counts as dead. */
const PATIENCE = 8_000;
/** A page that slept for longer than this does not trust its socket any more. */
const NAP = 20_000;
/** How long the answer to a command waits for the table that it led to. */
const CATCH_UP = 600;
/** The server says that there is no such table. */
const NO_TABLE = 4004;

interface Pending {
  command: Command;
  resolve(): void;
  reject(refused: Refused): void;
}

/** A table on the server, through a socket that comes back by itself. */
export class ServerConnection implements Connection {
  table = $state.raw<TableView | null>(null);
  state = $state<Connection["state"]>("connecting");

  readonly #code: string;
  readonly #pending = new Map<string, Pending>();
  readonly #off = new AbortController();
  #socket: WebSocket | null = null;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #hiddenSince = 0;
  /** Answers that wait for the table to reach a version. */
  #late: { seq: number; resolve: () => void }[] = [];

  constructor(code: string) {
    this.#code = code;
    const { signal } = this.#off;
    addEventListener("online", () => this.#hurry(), { signal });
    document.addEventListener("visibilitychange", () => this.#woke(), { signal });
    this.#connect();
  }

  send(action: Action): Promise<void> {
    const id = commandId();
    return new Promise((resolve, reject) => {
      const command: Command = { id, on: this.table?.seq ?? 0, action };
      this.#pending.set(id, { command, resolve, reject });
      this.#transmit(command);
    });
  }

  close(): void {
    this.#off.abort();
    clearTimeout(this.#retry);
    clearTimeout(this.#watchdog);
    this.#drop();
  }

  #connect(what: "rest" | "whole" = "rest"): void {
    clearTimeout(this.#retry);
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.table && what === "rest" ? `?since=${this.table.seq}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.#code}/socket${since}`);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#heard(JSON.parse(String(data)) as Frame);
    socket.onclose = ({ code }) => void this.#closed(code);
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#connect(), PATIENCE);
  }

  /** Lets go of the socket without hearing from it again. */
  #drop(): void {
    if (!this.#socket) return;
    this.#socket.onmessage = null;
    this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  async #closed(code: number): Promise<void> {
    this.#socket = null;
    clearTimeout(this.#watchdog);
    if (code === NO_TABLE || (!this.table && (await this.#noSuchTable()))) {
      this.state = "gone";
      this.close();
      return;
    }
    if (this.#off.signal.aborted || this.#socket) return;
    this.state = this.table ? "lost" : "connecting";
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#tries++));
  }

  /** A browser does not say why a socket was refused; a plain request does. */
  async #noSuchTable(): Promise<boolean> {
    try {
      await api.table(this.#code);
      return false;
    } catch (error) {
      return error instanceof Refused && error.refusal.code === "no-table";
    }
  }

  #heard(frame: Frame): void {
    switch (frame.type) {
      case "table":
        this.table = resumed(this.table, frame.table);
        this.#lively();
        break;
      case "update":
        this.#update(frame.patch);
        break;
      case "done":
        this.#done(frame.id, frame.seq);
        break;
      case "refused":
        this.#take(frame.id)?.reject(new Refused(frame.refusal));
        break;
      case "bye":
        // The close code says the same, and comes next.
        break;
    }
  }

  #update(patch: Patch): void {
    const before = this.table;
    if (!before) return;
    this.table = patched(before, patch);
    if (before.status === "lobby" && this.table.status !== "lobby" && before.talk.length > 0) {
      // Chairs became seats: who said what before the start is told anew, with the rest of the table.
      this.table = { ...this.table, talk: [] };
      this.state = "lost";
      this.#connect("whole");
    }
    this.#settleLate();
  }

  /** The whole table came: the line is good, and what was not answered is asked again. */
  #lively(): void {
    const fresh = this.state !== "live";
    this.state = "live";
    this.#tries = 0;
    this.#settleLate();
    this.#watch();
    if (fresh) for (const { command } of this.#pending.values()) this.#transmit(command);
  }

  #transmit(command: Command): void {
    if (this.state !== "live" || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(command));
    this.#watch();
  }

  /** If nothing is answered in time, the line is dead, whatever the socket believes. */
  #watch(): void {
    clearTimeout(this.#watchdog);
    if (this.#pending.size === 0) return;
    this.#watchdog = setTimeout(() => {
      this.state = "lost";
      this.#connect();
    }, PATIENCE);
  }

  #take(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.#watch();
    return pending;
  }

  #done(id: string, seq: number): void {
    const pending = this.#take(id);
    if (!pending) return;
    if ((this.table?.seq ?? 0) >= seq) {
      pending.resolve();
      return;
    }
    // So that nobody sees the old table after being told that it is done.
    this.#late.push({ seq, resolve: () => pending.resolve() });
    setTimeout(() => pending.resolve(), CATCH_UP);
  }

  #settleLate(): void {
    const seq = this.table?.seq ?? 0;
    const [ready, rest] = [
      this.#late.filter((late) => late.seq <= seq),
      this.#late.filter((late) => late.seq > seq),
    ];
    this.#late = rest;
    for (const late of ready) late.resolve();
  }

  #hurry(): void {
    if (this.state === "live" || this.state === "gone") return;
    this.#tries = 0;
    this.#connect();
  }

  #woke(): void {
    if (document.visibilityState === "hidden") {
      this.#hiddenSince = Date.now();
      return;
    }
    const slept = this.#hiddenSince > 0 && Date.now() - this.#hiddenSince > NAP;
    this.#hiddenSince = 0;
    if (slept && this.state === "live") {
      this.state = "lost";
      this.#connect();
    } else {
      this.#hurry();
    }
  }
}

/** `crypto.randomUUID` is missing on pages served by plain http, as in a home network. */
function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
