import type { Colour } from "$wire/protocol";
import { seatColours } from "$lib/game/seats";
import { tables } from "$lib/table/tables";

/** After how many milliseconds a replay is shown without the colours of its table. */
const TIMEOUT = 2_000;

/** The colours of the seats at the table of a game: a record has only names. Empty if the table can't be loaded in time. */
export async function coloursAt(code: string): Promise<readonly Colour[]> {
  const connection = await tables().connect(code);
  return new Promise((resolve) => {
    const end = (colours: readonly Colour[]): void => {
      clearTimeout(timer);
      stop();
      connection.close();
      resolve(colours);
    };
    const timer = setTimeout(() => end([]), TIMEOUT);
    const stop = $effect.root(() => {
      $effect(() => {
        if (connection.table) end(seatColours(connection.table.chairs));
      });
    });
  });
}
