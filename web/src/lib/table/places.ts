import { gamesOf, joined } from "../records/records";
import { recall, remember } from "../settings/remembered";
import type { GameInfo, Me, NewTable, Refusal, Replay, ScopeName } from "$wire/protocol";
import {
  Refused,
  type Analyst,
  type Connection,
  type Finished,
  type GoOn,
  type ListedTable,
  type Loaded,
  type Records,
  type Tables,
} from "./tables";

/** The tables of a server. */
export interface ServerTables extends Tables {
  /** Has a finished game shown at a table. The same game, sent again, is the same table. Resolves with its code. */
  show(record: string): Promise<string>;
}

/** The tables that run in this browser. */
export interface DeviceTables {
  games(): Promise<GameInfo[]>;
  /** A name in a form that can be shown; rejects with a `Refused` if it can't be a name. */
  cleanName(name: string): Promise<string>;
  /** Opens a table at which these people play, and bots. Resolves with its code. */
  open(table: NewTable, people: readonly Me[]): Promise<string>;
  /** Removes a table for ever. */
  remove(code: string): Promise<void>;
  /** Every table, the latest changed first. */
  list(): Promise<ListedTable[]>;
  /** The finished games, with their results. */
  finished(): Promise<ListedTable[]>;
  has(code: string): Promise<boolean>;
  /** Brings the finished games of a record file into the list. Resolves with their codes. */
  load(file: string, me: Me): Promise<string[]>;
  /** The record of a finished game. */
  record(code: string): Promise<string>;
  /** A recorded game, step by step. */
  replay(record: string, seat: number | null): Promise<Replay>;
  /** Begins the analysis of a recorded game, or goes on with it. */
  analyst(record: string, code: string): Promise<Analyst>;
  /** Opens a table that goes on from a moment of a recorded game. Resolves with its code. */
  goOn(record: string, from: GoOn, me: Me): Promise<string>;
  /** The code under which the server shows a finished game; null if it was not handed over. */
  shownAs(code: string): Promise<string | null>;
  /** Notes that code. */
  noteShown(code: string, there: string): Promise<void>;
  connect(code: string): Promise<Connection>;
}

/** How long an answer of the server about what this browser knows as well is waited for, in milliseconds. */
const SERVER_TIMEOUT = 2_000;

/** The guest whom this browser knows. */
interface Known {
  me: Me;
  /** Whether the server knows this name as well; else it was chosen while there was no server. */
  told: boolean;
}

const isKnown = (value: unknown): value is Known =>
  typeof value === "object" && value !== null && "me" in value && "told" in value;

/** The user of a browser that has no name yet. */
const UNNAMED: Me = { name: "A", colour: "teal" };

/** A record without what was said: it is shown to people for whom it was not meant. */
const withoutTalk = (record: string): string =>
  record
    .split("\n")
    .filter((line) => !line.startsWith('{"talk"'))
    .join("\n");

/** The fault of a record that begins after so many lines of its file. */
function further({ detail, params, ...refusal }: Refusal, before: number): Refused {
  const line = String(Number(params?.line ?? 1) + before);
  return new Refused({
    ...refusal,
    detail: detail.replace(/^line \d+/, `line ${line}`),
    params: { ...params, line },
  });
}

/**
 * Tables on a server and tables in this browser. Games among people are on the server; games against bots alone run in the
 * browser, where no answer has to be waited for, and without a network as well.
 */
export function inBothPlaces(server: ServerTables, device: DeviceTables): Tables {
  /** The server's answer, or the browser's own if the server does not answer. */
  async function answered<T>(question: Promise<T>, known: () => Promise<T> | T): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the server does not answer")), SERVER_TIMEOUT);
    });
    try {
      return await Promise.race([question, late]);
    } catch (error) {
      if (error instanceof Refused) throw error;
      return known();
    } finally {
      clearTimeout(timer);
    }
  }

  const isHere = (code: string): Promise<boolean> => device.has(code).catch(() => false);
  const known = (): Known | null => recall("guest", isKnown);
  const remembered = (): Me | null => known()?.me ?? null;

  function keep(me: Me, told: boolean): Me {
    remember("guest", { me, told } satisfies Known);
    return me;
  }

  async function meThere(): Promise<Me | null> {
    const me = await server.me();
    if (me) return keep(me, true);
    const here = known();
    if (here?.told === false) return here.me;
    // The server knows this browser no more: it was signed out, or its guest was forgotten.
    remember("guest", null);
    return null;
  }

  const saveThere = async (me: Me): Promise<Me> => keep(await server.saveMe(me), true);
  const saveHere = async (me: Me): Promise<Me> =>
    keep({ ...me, name: await device.cleanName(me.name) }, false);

  /** Tells the server the name, if it does not know it yet. */
  async function introduce(): Promise<void> {
    const here = known();
    if (here?.told === false) await saveThere(here.me);
  }

  /** Tables of both places as one list. */
  async function together(
    here: Promise<ListedTable[]>,
    there: Promise<readonly ListedTable[]>,
  ): Promise<ListedTable[]> {
    const [mine, theirs] = await Promise.all([here, there]);
    // A game that was handed over is in both places, and counts once.
    const known = new Set(mine.flatMap(({ code, shown_as }) => [code, shown_as]));
    const all = [...mine, ...theirs.filter(({ code }) => !known.has(code))];
    return all.sort((a, b) => a.idle_ms - b.idle_ms);
  }

  /** The games that the server keeps: none without a server, or if it does not know the user. */
  async function kept<T extends { readonly missing: unknown }>(ask: () => Promise<T>, none: T): Promise<T> {
    if (!server.forFriends) return none;
    try {
      return await ask();
    } catch (error) {
      const nobody = error instanceof Refused && error.refusal.code === "nobody";
      return nobody ? none : { ...none, missing: error };
    }
  }

  return {
    forFriends: server.forFriends,
    here: true,
    me: () => answered(meThere(), remembered),
    saveMe: (me) => answered(saveThere(me), () => saveHere(me)),
    devices: server.devices,
    games: () => answered(server.games(), () => device.games()),
    async open(table: NewTable): Promise<string> {
      const bots = table.bots?.length ?? 0;
      const me = remembered();
      if (me && table.start && bots === table.players - 1) {
        try {
          return await device.open(table, [me]);
        } catch (error) {
          // The engine does not know the game, this browser stores nothing, or the engine could not be loaded.
          if (!(error instanceof Refused)) console.warn("no table can be opened in this browser:", error);
          else if (error.refusal.code !== "unknown") throw error;
        }
      }
      await introduce();
      return server.open(table);
    },
    openForAll: (table, people) => device.open(table, people),
    remove: (code) => device.remove(code),
    async load(file: string): Promise<Loaded> {
      const [codes, refused]: [string[], { record: string; why: Refused }[]] = [[], []];
      let before = 0;
      for (const record of gamesOf(file)) {
        try {
          codes.push(...(await device.load(record, remembered() ?? UNNAMED)));
        } catch (error) {
          if (!(error instanceof Refused && error.refusal.code === "bad-record")) throw error;
          refused.push({ record, why: further(error.refusal, before) });
        }
        before += record.split("\n").length - 1;
      }
      return { codes, refused };
    },
    record: async (code) => ((await isHere(code)) ? device.record(code) : server.record(code)),
    replay: (record, seat) => device.replay(record, seat),
    analyst: (record, code) => device.analyst(record, code),
    goOn: (record, from) => device.goOn(record, from, remembered() ?? UNNAMED),
    async handOver(code: string): Promise<string> {
      if (!(await isHere(code))) return code;
      const before = await device.shownAs(code);
      if (before !== null) return before;
      const record = await device.record(code);
      await introduce();
      const there = await server.show(withoutTalk(record));
      await device.noteShown(code, there);
      return there;
    },
    async list(scope: ScopeName): Promise<ListedTable[]> {
      if (scope !== "mine") return server.list(scope);
      return together(
        device.list().catch(() => []),
        answered(server.list(scope), () => []),
      );
    },
    async finished(): Promise<Finished> {
      const there = kept(() => server.finished(), { games: [], missing: null });
      const here = device.finished().catch(() => []);
      const games = await together(
        here,
        there.then(({ games }) => games),
      );
      return { games, missing: (await there).missing };
    },
    async records(): Promise<Records> {
      const here = await device.finished().catch(() => []);
      const files: string[] = [];
      let unread = 0;
      for (const { code } of here) {
        try {
          files.push(await device.record(code));
        } catch {
          unread += 1;
        }
      }
      const there = await kept(() => server.records(), { file: "", unread: 0, missing: null });
      return { file: joined([...files, there.file]), unread, missing: there.missing };
    },
    async connect(code: string): Promise<Connection> {
      if ((await isHere(code)) || !server.forFriends) return device.connect(code);
      // Without a server, the connection waits for one.
      await introduce().catch(() => undefined);
      return server.connect(code);
    },
  };
}

const unavailable = (): Promise<never> => Promise.reject(new Error("this page has no server"));

/** The record of a game that its host of files shows: `records/CODE.jsonl` beside the page. */
async function besidePage(code: string): Promise<string> {
  const answer = await fetch(`records/${code}.jsonl`);
  return answer.ok ? answer.text() : unavailable();
}

/** The tables of a page without a server: none, but its host may show finished games. */
export const noServer: ServerTables = {
  forFriends: false,
  here: false,
  me: unavailable,
  saveMe: unavailable,
  devices: null,
  games: unavailable,
  open: unavailable,
  openForAll: unavailable,
  remove: unavailable,
  load: unavailable,
  record: besidePage,
  replay: unavailable,
  analyst: unavailable,
  goOn: unavailable,
  handOver: unavailable,
  show: unavailable,
  list: unavailable,
  finished: unavailable,
  records: unavailable,
  connect: unavailable,
};
