import { recall, remember } from "./remembered";
import type { GameInfo, Me, NewTable, ScopeName } from "./protocol";
import { Refused, type Connection, type ListedTable, type Tables } from "./tables";

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
  has(code: string): Promise<boolean>;
  connect(code: string): Promise<Connection>;
}

/** How long an answer of the server about what this browser knows as well is waited for, in milliseconds. */
const PATIENCE = 2_000;

/** The guest whom this browser knows. */
interface Known {
  me: Me;
  /** Whether the server knows this name as well; else it was chosen while there was no server. */
  told: boolean;
}

const isKnown = (value: unknown): value is Known =>
  typeof value === "object" && value !== null && "me" in value && "told" in value;

/**
 * Tables on a server and tables in this browser. Games among people are on the server; games against bots alone run in the
 * browser, where no answer has to be waited for, and without a network as well.
 */
export function inBothPlaces(server: Tables, device: DeviceTables): Tables {
  /** What the server says, else, if it does not answer, what the browser knows. */
  async function answered<T>(question: Promise<T>, known: () => Promise<T> | T): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the server does not answer")), PATIENCE);
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
    async list(scope: ScopeName): Promise<ListedTable[]> {
      if (scope !== "mine") return server.list(scope);
      const [here, there] = await Promise.all([
        device.list().catch(() => []),
        answered(server.list(scope), () => []),
      ]);
      return [...here, ...there].sort((a, b) => a.idle_ms - b.idle_ms);
    },
    async connect(code: string): Promise<Connection> {
      const here = await device.has(code).catch(() => false);
      if (here || !server.forFriends) return device.connect(code);
      // Without a server, the connection waits for one.
      await introduce().catch(() => undefined);
      return server.connect(code);
    },
  };
}
