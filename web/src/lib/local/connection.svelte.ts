import { commandId } from "../hex";
import { FollowedTable } from "../frames/followed.svelte";
import type { Action, Command, Earlier, GameInfo, Hint, Replay, TableView } from "$wire/protocol";
import type { Connection, NotePad, SharedDevice } from "../table/connection";
import { Refused } from "../table/refused";
import type { Player } from "$wire/engine";
import { WorkerClient, WorkerFailed } from "./worker-client";
import type { TableNews, TableQuestion } from "./table.worker";
import type { MemoryTable } from "./memory";
import { LocalStore } from "./store";
import type { Sent } from "./runner";

/** How often in a row a table that fails is tried again. */
const TRIES = 3;

interface Pending {
  player: number;
  command: Command;
  resolve(): void;
  reject(refused: Refused): void;
}

/** A worker that runs a table, as the page speaks to it. */
export type TableWorker = WorkerClient<TableQuestion, TableNews>;

/** Starts a worker for a table. */
export function newTableWorker(): TableWorker {
  const worker: TableWorker = new WorkerClient(
    new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module" }),
  );
  worker.onnews = (news) => void tookOver(news);
  return worker;
}

/** Hands the tables over that are stored nowhere, before a question about one. Returns the worker. */
export function briefed(worker: TableWorker): TableWorker {
  const { memory } = LocalStore;
  if (memory) worker.ask<void>({ memory }).catch(() => undefined);
  return worker;
}

/** Takes over what a worker could not store. Returns whether this is what the news say. */
function tookOver(news: TableNews): news is { changed: MemoryTable } {
  const took = "changed" in news;
  if (took) LocalStore.takeOver({ only: false, tables: [news.changed] });
  return took;
}

/** A table that runs in a worker of this page. */
export class LocalConnection implements Connection {
  readonly place = "device";
  state = $state<Connection["state"]>("connecting");

  readonly hands: SharedDevice | null;

  readonly #code: string;
  /** The table as each person at this device may see it, by their number. */
  readonly #views: ReadonlyMap<number, FollowedTable>;
  /** The person who has the device; null until it was taken for the first time. */
  #holder = $state<number | null>(null);
  /** Whether a decision is made in the open; null for games that do not decide it move by move. */
  #decidesOpenly = $state.raw<((table: TableView) => boolean) | null>(null);
  /** The games with perfect information, in which every decision is made in the open. */
  #openGames = $state.raw<readonly string[]>([]);
  /** Whether the present decision is open in all views here. News reach some views before others. */
  readonly #open = $derived.by(() => [...this.#views.values()].every(({ table }) => this.#isOpenAt(table)));
  /** The person to whom the device is passed next. */
  readonly #next = $derived.by(() => this.#nextHolder());
  /** Commands that are not answered yet, by id. */
  readonly #pending = new Map<string, Pending>();
  #worker: TableWorker;
  #failures = 0;
  #closed = false;

  /** `worker`: one that is there already and follows no table. */
  constructor(code: string, people: readonly Player[], worker = newTableWorker()) {
    this.#code = code;
    this.#views = new Map(people.map(({ id }) => [id, new FollowedTable()]));
    if (people.length > 1) {
      this.hands = this.#shared();
    } else {
      this.hands = null;
      this.#holder = people[0]?.id ?? null;
    }
    this.#worker = worker;
    if (this.hands) void this.#askForOpenGames();
    this.#follow(worker);
  }

  /** The view that the device shows. Until it was taken for the first time, only the next person's name is shown. */
  get #followed(): FollowedTable | undefined {
    return this.#views.get(this.#holder ?? this.#first);
  }

  get #first(): number {
    return this.#views.keys().next().value ?? 0;
  }

  get #player(): number {
    return this.#holder ?? this.#first;
  }

  get table(): TableView | null {
    return this.#followed?.table ?? null;
  }

  get earlier(): Earlier {
    return this.#followed?.earlier ?? { log: 0, talk: 0 };
  }

  now(): number {
    return this.#followed?.now() ?? Date.now();
  }

  send(action: Action): Promise<void> {
    const command: Command = { id: commandId(), on: this.table?.version ?? 0, action };
    const player = this.#player;
    return new Promise((resolve, reject) => {
      this.#pending.set(command.id, { player, command, resolve, reject });
      if (this.state === "live") this.#transmit(player, command);
    });
  }

  hint(): Promise<Hint> {
    return this.#worker.ask<Hint>({ player: this.#player, hint: true });
  }

  async loadEarlier(what: keyof Earlier): Promise<void> {
    await this.#followed?.loadEarlier(what, (before) => this.#worker.ask({ lines: what, before }));
  }

  lookBack(): Promise<Replay> {
    return this.#worker.ask<Replay>({ player: this.#player, lookBack: true });
  }

  record(): Promise<string> {
    return this.#worker.ask<string>({ record: true });
  }

  /** A table of this browser has none: its games are played at one sitting. */
  readonly note: NotePad = { read: () => Promise.resolve(""), write: () => Promise.resolve() };

  report(): Promise<void> {
    // A table on this device has no operator, and all its players sit at this device.
    return Promise.reject(new Refused({ code: "unknown", detail: "this table has no operator" }));
  }

  mute(): Promise<void> {
    // Nobody invites at a table on this device.
    return Promise.resolve();
  }

  close(): void {
    this.#closed = true;
    this.#worker.close();
  }

  #shared(): SharedDevice {
    const seatOf = (player: number | null): number | null =>
      player === null ? null : (this.#views.get(player)?.table?.me ?? null);
    const [shown, next] = [() => seatOf(this.#holder), () => seatOf(this.#next)];
    const asked = (): number[] =>
      this.#open ? [...this.#views.keys()].filter((one) => this.#isAsked(one)) : [];
    const together = $derived(asked().flatMap((player) => seatOf(player) ?? []));
    return {
      get shown() {
        return shown();
      },
      get next() {
        return next();
      },
      get together() {
        return together;
      },
      take: (seat) => {
        const chosen = asked().find((player) => seatOf(player) === seat);
        this.#holder = chosen ?? this.#next ?? this.#holder;
      },
      decideOpenly: (open) => (this.#decidesOpenly = open),
    };
  }

  /** The next seat that has to act, clockwise from the one that has the device; seats that wait for partners come last. */
  #nextHolder(): number | null {
    const seat = (player: number): number => this.#views.get(player)?.table?.me ?? 0;
    const asked = [...this.#views.keys()].filter((player) => this.#isAsked(player));
    const ready = asked.filter((player) => !this.#waits(player));
    const pool = (ready.length > 0 ? ready : asked).sort((a, b) => seat(a) - seat(b));
    const holder = this.#holder;
    if (holder === null) return pool[0] ?? null;
    if (pool.includes(holder)) return null;
    return pool.find((player) => seat(player) > seat(holder)) ?? pool[0] ?? null;
  }

  #isOpenAt(table: TableView | null): boolean {
    if (table?.status !== "playing") return false;
    return this.#decidesOpenly?.(table) ?? this.#openGames.includes(table.game_id);
  }

  async #askForOpenGames(): Promise<void> {
    try {
      const games = await this.#worker.ask<GameInfo[]>({ games: true });
      this.#openGames = games.filter(({ open }) => open).map(({ id }) => id);
    } catch {
      // Players then see each other's views only after they have passed on the device.
    }
  }

  #isAsked(player: number): boolean {
    const { table } = this.#views.get(player) ?? {};
    if (table?.status !== "playing" || !table.game || table.me === null) return false;
    return table.game.to_act.includes(table.me) && table.game.my_sealed === null;
  }

  #waits(player: number): boolean {
    const { table } = this.#views.get(player) ?? {};
    return table?.game?.waiting.includes(table.me ?? -1) ?? false;
  }

  #follow(worker: TableWorker): void {
    worker.onnews = (news) => {
      if (tookOver(news)) return;
      if ("failed" in news) this.#failed(worker, new WorkerFailed(news.failed));
      else this.#show(news);
    };
    briefed(worker)
      .ask<void>({ follow: this.#code })
      .then(
        () => {
          this.state = "live";
          for (const { player, command } of this.#pending.values()) this.#transmit(player, command);
        },
        (error: unknown) => this.#failed(worker, error),
      );
  }

  #transmit(player: number, command: Command): void {
    const worker = this.#worker;
    worker.ask<void>({ player, command }).then(
      () => (this.#failures = 0),
      (error: unknown) => {
        if (error instanceof Refused) this.#settle(command.id)?.reject(error);
        else this.#failed(worker, error);
      },
    );
  }

  #show({ to, frame }: Sent): void {
    switch (frame.type) {
      case "table":
      case "update":
        this.#receive(to, frame);
        break;
      case "done":
        this.#settle(frame.id)?.resolve();
        break;
      case "refused":
        this.#settle(frame.id)?.reject(new Refused(frame.refusal));
        break;
      case "bye":
        break;
    }
  }

  #receive(to: readonly number[], frame: Parameters<FollowedTable["receive"]>[0]): void {
    const open = this.#open;
    for (const player of to) this.#views.get(player)?.receive(frame);
    if (!this.hands || !open) return;
    // All players see the device: the next view may be meant for one person alone.
    if (!this.#open) this.#holder = null;
    else if (this.#holder !== null) this.#holder = this.#next ?? this.#holder;
  }

  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** The worker failed. Nothing that was answered is lost: another one goes on from the journal. */
  #failed(worker: TableWorker, error: unknown): void {
    if (this.#closed || worker !== this.#worker) return;
    if (error instanceof Refused) {
      if (error.refusal.code !== "no-table") console.error("a table can't be read:", error.message);
      this.state = error.refusal.code === "no-table" ? "gone" : "unreadable";
    } else if (++this.#failures > TRIES) {
      this.state = "unreadable";
    } else {
      console.warn("a table failed; it goes on from what is stored:", error);
      this.state = this.table ? "lost" : "connecting";
      this.#worker = newTableWorker();
      this.#follow(this.#worker);
    }
    worker.close();
  }
}
