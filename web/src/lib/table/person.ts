import { keepsCookies, recall, remember } from "../settings/remembered";
import type { Me } from "$wire/protocol";
import type { DeviceTables, Places, ServerTables } from "./places";
import { Refused } from "./refused";
import type { Person } from "./tables";

/** The user as this browser knows them. */
interface Known {
  me: Me;
  /** Whether the server knows this name as well; else it was chosen while there was no server. */
  told: boolean;
}

const isKnown = (value: unknown): value is Known =>
  typeof value === "object" && value !== null && "me" in value && "told" in value;

const stored = (): Known | null => recall("guest", isKnown);

function keep(me: Me, told: boolean): Me {
  remember("guest", { me, told } satisfies Known);
  return me;
}

/** The user, whom the server knows by a cookie, and this browser without a server as well. */
export class KnownPerson implements Person {
  constructor(private readonly places: Places) {}

  /** The user as this browser remembers them; null if it does not. */
  get remembered(): Me | null {
    return stored()?.me ?? null;
  }

  known(): Promise<Me | null> {
    return this.#answered(
      async (server) => {
        const me = await server.known();
        if (me) return keep(me, true);
        const here = stored();
        if (here?.told === false) return here.me;
        // The server knows this browser no more: it was signed out, or its guest was forgotten.
        remember("guest", null);
        return null;
      },
      () => this.remembered,
    );
  }

  save(me: Me): Promise<Me> {
    return this.#answered(
      async (server) => keep(await server.save(me), true),
      async (device) => keep({ ...me, name: await device.cleanName(me.name) }, false),
    );
  }

  /** Without cookies, a server forgets at once who its guests are. */
  async #answered<T>(
    question: (server: ServerTables) => Promise<T>,
    known: (device: DeviceTables) => Promise<T> | T,
  ): Promise<T> {
    const { device } = this.places;
    return device && !keepsCookies() ? known(device) : this.places.answered(question, known);
  }

  /** Tells the server the name, if it does not know it yet. Rejects with a `Refused` if the browser keeps no cookies. */
  async introduce(): Promise<void> {
    if (!keepsCookies()) throw new Refused({ code: "nobody", detail: "this browser keeps no cookies" });
    const here = stored();
    if (here?.told === false)
      await this.places.there(async (server) => keep(await server.save(here.me), true));
  }
}
