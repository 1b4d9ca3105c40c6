import type { Colour } from "$wire/protocol";
import { seatColours } from "$lib/game/seats";
import { tables } from "$lib/table/tables";

/** After how many milliseconds a replay is shown without what its table knows. */
const TIMEOUT = 2_000;

/** The facts that a table knows of the seats of its game. A record has only names. */
export interface KnownSeats {
  colours: readonly Colour[];
  /** The seat on which the user played; null if they did not. Undefined: the game was played elsewhere, and the table does not know by whom. */
  me: number | null | undefined;
}

const UNKNOWN: KnownSeats = { colours: [], me: undefined };

/** The seats at the table of a game, if it can be loaded in time. */
export async function seatsAt(code: string): Promise<KnownSeats> {
  const connection = await tables().connect(code);
  return new Promise((resolve) => {
    const end = (known: KnownSeats): void => {
      clearTimeout(timer);
      stop();
      connection.close();
      resolve(known);
    };
    const timer = setTimeout(() => end(UNKNOWN), TIMEOUT);
    const stop = $effect.root(() => {
      $effect(() => {
        const { table, state, hands } = connection;
        // Of several people who shared this device, none is the user.
        const me = hands ? null : table?.me;
        if (table) end({ colours: seatColours(table.chairs), me: table.imported ? undefined : me });
        else if (state === "gone" || state === "unreadable") end(UNKNOWN);
      });
    });
  });
}
