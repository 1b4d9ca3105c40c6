import type { TableView } from "./protocol";

/** Whether the table waits for the viewer. */
export function isMyTurn({ status, me, game }: TableView): boolean {
  return status === "playing" && me !== null && game?.to_act.includes(me) === true && game.my_sealed === null;
}
