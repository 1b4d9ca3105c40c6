import type { GameModule, GameTable, Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import type { Connection } from "$lib/table/connection";
import type { Coaching } from "./coaching";

/** The props of every part of the table page. */
export interface TableProps {
  table: TableView;
  connection: Connection;
  game: GameModule;
  names: Names;
}

export interface LobbyProps extends TableProps {
  /** The parts that a running game needs; null until they are loaded. */
  kit: GameTable | null;
}

export interface FrameProps extends TableProps {
  kit: GameTable;
}

/** The pages on which a first game is played and ends. */
export interface CoachedProps extends FrameProps {
  /** The coach of a first game; null at other tables. */
  coached: Coaching | null;
}
