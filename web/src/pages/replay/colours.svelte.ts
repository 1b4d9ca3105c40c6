import type { Colour } from "$wire/protocol";
import { seatColours } from "$lib/game/seats";
import { tables } from "$lib/table/tables";

/** How long the table of a game that is looked back on may take to come, in milliseconds. */
const PATIENCE = 2_000;

/** The colours of the seats at the table where a game was played: a record has names alone. Empty if the table does not come. */
export async function coloursAt(code: string): Promise<readonly Colour[]> {
  const connection = await tables().connect(code);
  return new Promise((resolve) => {
    const end = (colours: readonly Colour[]): void => {
      clearTimeout(timer);
      stop();
      connection.close();
      resolve(colours);
    };
    const timer = setTimeout(() => end([]), PATIENCE);
    const stop = $effect.root(() => {
      $effect(() => {
        if (connection.table) end(seatColours(connection.table.chairs));
      });
    });
  });
}
