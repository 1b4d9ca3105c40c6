import type { NewTable } from "$wire/protocol";
import { JoinedArchive, together } from "./archive";
import { hereFor } from "./here";
import { KnownPerson } from "./person";
import { inTime } from "../in-time";
import { Places, type DeviceTables, type ServerTables } from "./places";
import { Refused } from "./refused";
import type { Tables } from "./tables";

/** How long a table may take to be left, in milliseconds. */
const LEAVE_TIMEOUT = 8_000;

/**
 * Tables on a server and tables in this browser; null for a place that the page lacks. Games among people are on the server;
 * games against bots alone run in the browser, where no answer has to be waited for, and without a network as well.
 */
export function combined(server: ServerTables | null, device: DeviceTables | null): Tables {
  const places = new Places(server, device);
  const person = new KnownPerson(places);

  /** Opens a table in this browser; null if the server has to do it. */
  async function openHere(table: NewTable): Promise<string | null> {
    const bots = table.bots?.length ?? 0;
    const me = person.remembered;
    if (!device || !me || !table.start || bots !== table.players - 1) return null;
    try {
      return await device.open(table, [me]);
    } catch (error) {
      // The engine does not know the game, this browser stores nothing, or the engine could not be loaded.
      if (!(error instanceof Refused)) console.warn("no table can be opened in this browser:", error);
      else if (error.refusal.code !== "unknown") throw error;
      return null;
    }
  }

  return {
    hasServer: server !== null,
    here: device && hereFor(device, person),
    person,
    archive: new JoinedArchive(places, person),
    games: () =>
      places.answered(
        (server) => server.games(),
        (device) => device.games(),
      ),
    async open(table) {
      const here = await openHere(table);
      if (here !== null) return here;
      await person.introduce();
      return places.there((server) => server.open(table));
    },
    async list(scope) {
      if (scope !== "mine") return places.there((server) => server.list(scope));
      const [here, there] = await Promise.all([
        device?.list().catch(() => []) ?? [],
        places.answered(
          (server) => server.list(scope),
          () => [],
        ),
      ]);
      return together(here, there);
    },
    async leave(code) {
      const connection = await places.there((server) => server.connect(code));
      const left = connection.send({ type: "leave" });
      await inTime(left, LEAVE_TIMEOUT, "the table does not answer").finally(() => connection.close());
    },
    async connect(code) {
      const here = (await places.holding(code)) ?? (server ? null : device);
      if (here) return here.connect(code);
      // Without a server, the connection waits for one.
      await person.introduce().catch(() => undefined);
      return places.there((server) => server.connect(code));
    },
  };
}
