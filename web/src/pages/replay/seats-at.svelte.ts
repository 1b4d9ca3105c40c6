import type { Colour } from "$wire/protocol";
import { seatColours } from "$lib/game/seats";
import { tables } from "$lib/table/tables";

/** The facts that a table knows of the seats of its game. A record has only names. */
export interface KnownSeats {
  colours: readonly Colour[];
  /** The seat on which the user played; null if they did not. Undefined: the game was played elsewhere, and the table does not know by whom. */
  me: number | null | undefined;
}

/** Resolves with the seats at the table of a game, however late they come; null: nothing is known, or `left` was aborted. */
export async function seatsAt(code: string, left: AbortSignal): Promise<KnownSeats | null> {
  const connection = await tables().connect(code);
  return new Promise((resolve) => {
    const end = (known: KnownSeats | null): void => {
      left.removeEventListener("abort", leave);
      stop();
      connection.close();
      resolve(known);
    };
    const leave = (): void => end(null);
    const stop = $effect.root(() => {
      $effect(() => {
        const { table, state, hands } = connection;
        // Of several people who shared this device, none is the user.
        const me = hands ? null : table?.me;
        if (table) end({ colours: seatColours(table.chairs), me: table.imported ? undefined : me });
        else if (state === "gone" || state === "unreadable") end(null);
      });
    });
    if (left.aborted) leave();
    else left.addEventListener("abort", leave);
  });
}
