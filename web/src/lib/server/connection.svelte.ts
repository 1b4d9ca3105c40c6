import { commandId } from "../hex";
import { FollowedTable } from "../frames/followed.svelte";
import type {
  Action,
  Command,
  Earlier,
  Frame,
  Hint,
  NewMute,
  Note,
  PersonReport,
  Replay,
  TableView,
} from "$wire/protocol";
import type { Connection, NotePad, Reported } from "../table/connection";
import { Refused } from "../table/refused";
import { request, requestJson } from "./http";

/** How long an answer may take before the connection counts as lost, in milliseconds. */
const ANSWER_TIMEOUT = 8_000;
/** A page that was hidden for longer than this (milliseconds) no longer trusts its socket. */
const TRUSTED_WHILE_HIDDEN = 20_000;
/**
 * After how long without a connection the server is asked by a plain request whether it answers, and how much later it is clear that
 * live connections are blocked, in milliseconds.
 */
const PLAIN_REQUEST_AFTER = 7_000;
const BLOCKED_AFTER = 3_000;

/** How long the answer to a command waits for the table that shows its result, in milliseconds. */
const RESULT_TIMEOUT = 600;
/** The server closes a socket with this code if there is no such table. */
const NO_TABLE = 4004;

interface Pending {
  command: Command;
  resolve(): void;
  reject(refused: Refused): void;
}

/** A table on the server, through a socket that reconnects by itself. */
export class ServerConnection implements Connection {
  readonly place = "server";
  readonly hands = null;
  state = $state<Connection["state"]>("connecting");
  blocked = $state(false);

  readonly #path: string;
  readonly #followed = new FollowedTable();
  /** Commands that are not answered yet, by id. */
  readonly #pending = new Map<string, Pending>();
  readonly #closing = new AbortController();
  #socket: WebSocket | null = null;
  /** Failed attempts since the connection was last live. */
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setTimeout> | undefined;
  /** When the page was hidden, by the browser's clock, which goes on while the machine sleeps; null while visible. */
  #hiddenSince: number | null = null;
  /** Answered commands that wait for the table to reach a version. */
  #awaiting: { version: number; resolve: () => void }[] = [];

  constructor(code: string) {
    this.#path = `/api/tables/${code}`;
    const { signal } = this.#closing;
    addEventListener("online", () => this.#reconnectNow(), { signal });
    document.addEventListener("visibilitychange", () => this.#visibilityChanged(), { signal });
    this.#connect();
    this.#checkLater();
  }

  get table(): TableView | null {
    return this.#followed.table;
  }

  get earlier(): Earlier {
    return this.#followed.earlier;
  }

  now(): number {
    return this.#followed.now();
  }

  send(action: Action): Promise<void> {
    const id = commandId();
    return new Promise((resolve, reject) => {
      const command: Command = { id, on: this.table?.version ?? 0, action };
      this.#pending.set(id, { command, resolve, reject });
      this.#transmit(command);
    });
  }

  hint(): Promise<Hint> {
    return requestJson(`${this.#path}/hint`, "POST");
  }

  loadEarlier(what: keyof Earlier): Promise<void> {
    return this.#followed.loadEarlier(what, (before) =>
      requestJson(`${this.#path}/${what}?before=${before}`),
    );
  }

  lookBack(): Promise<Replay> {
    return requestJson(`${this.#path}/look-back`);
  }

  async record(): Promise<string> {
    return (await request(`${this.#path}/record`)).text();
  }

  readonly note: NotePad = {
    read: async () => (await requestJson<Note>(`${this.#path}/note`)).text,
    write: async (text) => void (await request(`${this.#path}/note`, "PUT", { text } satisfies Note)),
  };

  async report(about: Reported, reason: string): Promise<void> {
    const body: PersonReport = { ...about, reason };
    await request(`${this.#path}/reports`, "POST", body);
  }

  async mute(about: Reported, on: boolean): Promise<void> {
    await request(`${this.#path}/mutes`, "PUT", { ...about, on } satisfies NewMute);
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#retry);
    clearTimeout(this.#watchdog);
    clearTimeout(this.#check);
    this.#dropSocket();
  }

  /** Opens a new socket, and requests what happened since the last frame. */
  #connect(): void {
    clearTimeout(this.#retry);
    this.#dropSocket();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.table ? `?since=${this.table.version}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}/socket${since}`);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Frame);
    socket.onclose = ({ code }) => void this.#closed(code);
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#connect(), ANSWER_TIMEOUT);
  }

  /** Closes the socket and ignores its later messages. */
  #dropSocket(): void {
    if (!this.#socket) return;
    this.#socket.onmessage = null;
    this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  async #closed(code: number): Promise<void> {
    this.#socket = null;
    clearTimeout(this.#watchdog);
    const final = code === NO_TABLE ? "gone" : this.table ? null : await this.#whyRefused();
    if (final) {
      this.state = final;
      this.close();
      return;
    }
    if (this.#closing.signal.aborted || this.#socket) return;
    if (this.state === "live") this.#checkLater();
    this.state = this.table ? "lost" : "connecting";
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#tries++));
  }

  /**
   * Finds out by a plain request why a socket was refused, because browsers don't tell. It requests the record, for
   * which the server has to load the table. Null if trying again makes sense.
   */
  async #whyRefused(): Promise<"gone" | "unreadable" | null> {
    try {
      await request(`${this.#path}/record`);
    } catch (error) {
      const code = error instanceof Refused ? error.refusal.code : null;
      if (code === "no-table") return "gone";
      if (code === "unreadable") return "unreadable";
    }
    return null;
  }

  /** The connection no longer works, whatever the socket says: begins another one. */
  #lose(): void {
    this.state = "lost";
    this.#checkLater();
    this.#connect();
  }

  /** Finds out, unless a connection comes about soon, whether a proxy blocks it: some pass on plain requests only. */
  #checkLater(): void {
    clearTimeout(this.#check);
    this.#check = setTimeout(async () => {
      if (!(await answers())) return this.#stillLost(() => this.#checkLater());
      // The server may be back just now.
      this.#reconnectNow();
      this.#check = setTimeout(() => this.#stillLost(() => (this.blocked = true)), BLOCKED_AFTER);
    }, PLAIN_REQUEST_AFTER);
  }

  #stillLost(then: () => void): void {
    if (this.state !== "live" && !this.#closing.signal.aborted) then();
  }

  #receive(frame: Frame): void {
    switch (frame.type) {
      case "table":
        this.#followed.receive(frame);
        this.#becomeLive();
        break;
      case "update":
        this.#followed.receive(frame);
        this.#resolveAwaiting();
        break;
      case "done":
        this.#done(frame.id, frame.version);
        break;
      case "refused":
        this.#settle(frame.id)?.reject(new Refused(frame.refusal));
        break;
      case "bye":
        // The close code says the same, and comes next.
        break;
    }
  }

  /** The whole table was received, so the connection works: unanswered commands are sent again. */
  #becomeLive(): void {
    const wasLive = this.state === "live";
    this.state = "live";
    this.blocked = false;
    clearTimeout(this.#check);
    this.#tries = 0;
    this.#resolveAwaiting();
    this.#watch();
    if (wasLive) return;
    for (const { command } of this.#pending.values()) this.#transmit(command);
    if (document.visibilityState === "hidden") this.#reportView();
  }

  /** Reports whether the page is in view: a player who doesn't look at the table is notified of their turn. */
  #reportView(): void {
    // Spectators without a name are never notified. The answer is not needed, and each new connection counts as in view.
    const in_view = document.visibilityState !== "hidden";
    if (this.table?.me != null)
      this.#transmit({ id: commandId(), on: this.table.version, action: { type: "look", in_view } });
  }

  #transmit(command: Command): void {
    if (this.state !== "live" || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(command));
    this.#watch();
  }

  /** If a command is not answered in time, the connection is lost, in any state of the socket. */
  #watch(): void {
    clearTimeout(this.#watchdog);
    if (this.#pending.size === 0) return;
    this.#watchdog = setTimeout(() => this.#lose(), ANSWER_TIMEOUT);
  }

  /** Removes an answered command from those that are pending. */
  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.#watch();
    return pending;
  }

  #done(id: string, version: number): void {
    const pending = this.#settle(id);
    if (!pending) return;
    if ((this.table?.version ?? 0) >= version) {
      pending.resolve();
      return;
    }
    // Waits for the table that shows the result, so that no component reads the old table after a command is done.
    this.#awaiting.push({ version, resolve: () => pending.resolve() });
    setTimeout(() => pending.resolve(), RESULT_TIMEOUT);
  }

  #resolveAwaiting(): void {
    const version = this.table?.version ?? 0;
    const ready = this.#awaiting.filter((one) => one.version <= version);
    this.#awaiting = this.#awaiting.filter((one) => one.version > version);
    for (const { resolve } of ready) resolve();
  }

  #reconnectNow(): void {
    if (this.state === "live" || this.#closing.signal.aborted) return;
    this.#tries = 0;
    this.#connect();
  }

  #visibilityChanged(): void {
    if (document.visibilityState === "hidden") {
      this.#hiddenSince = Date.now();
      this.#reportView();
      return;
    }
    const hidden = this.#hiddenSince === null ? 0 : Date.now() - this.#hiddenSince;
    this.#hiddenSince = null;
    if (hidden > TRUSTED_WHILE_HIDDEN && this.state === "live") {
      this.#lose();
    } else {
      this.#reportView();
      this.#reconnectNow();
    }
  }
}

/** Whether the server answers a plain request. */
async function answers(): Promise<boolean> {
  try {
    await request("/api/me");
    return true;
  } catch (error) {
    // An error page of a proxy is no answer of the server.
    return error instanceof Refused && error.refusal.code !== "internal";
  }
}

/**
 * How long to wait before the next try to connect, in milliseconds: twice as long each time, at most 15 s, and
 * spread at random, so that not all clients come back at once.
 */
export function backoff(tries: number, random: () => number = Math.random): number {
  const ceiling = Math.min(15_000, 400 * 2 ** Math.min(tries, 10));
  return Math.round(ceiling * (0.5 + 0.5 * random()));
}
