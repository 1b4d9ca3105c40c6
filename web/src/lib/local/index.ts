import engineUrl from "virtual:engine";
import type { DeviceTables } from "../table/places";
import type { GameInfo, GameResult, Me, NewTable, Replay } from "$wire/protocol";
import type { Scorer } from "../score/scores";
import type { ListedTable } from "../table/tables";
import type { NewTable as NewLocalTable } from "$wire/engine";
import type { TableWorker } from "./connection.svelte";
import type { LocalTable } from "./store";

/** A worker that follows no table yet; its engine is there already. */
let spare: Promise<TableWorker> | null = null;

async function spareWorker(): Promise<TableWorker> {
  // Only then it is known whether the browser stores tables.
  const opening = store();
  spare ??= import("./connection.svelte").then(({ newTableWorker }) => newTableWorker());
  try {
    const [worker, { briefed }] = await Promise.all([spare, import("./connection.svelte"), opening]);
    return briefed(worker);
  } catch (error) {
    spare = null;
    throw error;
  }
}

async function store(): Promise<import("./store").LocalStore> {
  const { LocalStore } = await import("./store");
  return LocalStore.open();
}

let persists: Promise<boolean> | undefined;

/** Browsers remove what pages store when space is short, unless they are asked not to; some ask their owner, so once. */
function persist(): void {
  persists ??= navigator.storage?.persist?.().catch(() => false);
}

let games: Promise<GameInfo[]> | null = null;

async function askGames(): Promise<GameInfo[]> {
  return (await spareWorker()).ask<GameInfo[]>({ games: true });
}

function card(table: LocalTable, now: number): ListedTable {
  const { code, game, variant, players, names, status, to_act, touched, shown_as, result = null } = table;
  const your_turn = to_act.length > 0;
  const idle_ms = Math.max(0, now - touched);
  // Players at one device are never away, so no bot stands in.
  const listed = {
    code,
    game,
    variant,
    players,
    names,
    status,
    your_turn,
    to_act: [],
    bot_plays: false,
    idle_ms,
    result,
  };
  return { ...listed, here: true, ...(shown_as && { shown_as }) };
}

const tablesHere: DeviceTables = {
  games() {
    games ??= askGames().catch((error: unknown) => {
      games = null;
      throw error;
    });
    return games;
  },

  async cleanName(name) {
    return (await spareWorker()).ask<string>({ name });
  },

  async open({ game, variant, options, bots = [] }: NewTable, people: readonly Me[]) {
    const { defaultOptions } = await import("../game/choice");
    const table: NewLocalTable = {
      game,
      variant,
      options: options ?? defaultOptions,
      people: people.map((me, at) => ({ id: at + 1, ...me })),
      bots,
    };
    const code = await (await spareWorker()).ask<string>({ open: table });
    persist();
    return code;
  },

  async keeps() {
    const { LocalStore } = await import("./store");
    await LocalStore.open();
    return LocalStore.memory === null;
  },

  async remove(code) {
    await (await store()).remove(code);
  },

  async load(file, me) {
    const codes = await (await spareWorker()).ask<string[]>({ load: file, people: [{ id: 1, ...me }] });
    persist();
    return codes;
  },

  async record(code) {
    return (await spareWorker()).ask<string>({ recordOf: code });
  },

  async replay(record, seat) {
    return (await spareWorker()).ask<Replay>({ replay: record, seat });
  },

  async analyst(record, code) {
    const { LocalAnalyst } = await import("./analyst");
    return LocalAnalyst.begin(record, code);
  },

  async goOn(record, from, me) {
    const code = await (await spareWorker()).ask<string>({ goOn: record, from, player: { id: 1, ...me } });
    persist();
    return code;
  },

  async shownAs(code) {
    return (await (await store()).table(code))?.shown_as ?? null;
  },

  async noteShown(code, there) {
    await (await store()).noteShown(code, there);
  },

  async list() {
    const now = Date.now();
    return (await (await store()).list()).map((table) => card(table, now));
  },

  async finished() {
    const over = (await tablesHere.list()).filter(({ status }) => status === "over");
    // Games that ended in an earlier version of the app: their records know it.
    const asked = over.map(async (table) => {
      if (table.result) return table;
      const worker = await spareWorker();
      const result = await worker.ask<GameResult | null>({ resultOf: table.code }).catch(() => null);
      return { ...table, result };
    });
    return Promise.all(asked);
  },

  async has(code) {
    return (await (await store()).table(code)) !== undefined;
  },

  async connect(code) {
    const { LocalConnection } = await import("./connection.svelte");
    const people = (await (await store()).table(code))?.people ?? [];
    const worker = spare;
    spare = null;
    return new LocalConnection(code, people, worker ? await worker : undefined);
  },
};

/** Scores in this browser; null if the client was built without the engine. */
export const deviceScorer: Scorer | null =
  engineUrl === null
    ? null
    : { score: async (game, sheet) => (await spareWorker()).ask<unknown>({ score: game, sheet }) };

/** The tables of this browser; null if the client was built without the engine. */
export const deviceTables: DeviceTables | null = engineUrl === null ? null : tablesHere;
