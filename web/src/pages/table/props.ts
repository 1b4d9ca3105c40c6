import type { GameModule, GameTable, Names } from "$lib/game";
import type { TableView } from "$lib/protocol";
import type { Connection } from "$lib/tables";

/** The props of every part of the table page. */
export interface LobbyProps {
  table: TableView;
  connection: Connection;
  game: GameModule;
  names: Names;
}

export interface FrameProps extends LobbyProps {
  kit: GameTable;
}
