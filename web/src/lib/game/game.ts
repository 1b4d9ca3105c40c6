import type { Component } from "svelte";
import type { Course } from "../coach/course";
import type { Explained } from "./explained";
import type { OptionWords } from "./option";
import type { Why } from "$wire/engine";
import type { TableView, Temperament } from "$wire/protocol";
import type { Cue } from "../sound/cues";
import type { Connection } from "../table/connection";
import type { IconName } from "../ui/icons";

/** The names of the people and bots at a table. */
export interface Names {
  /** The name of the sitter: "Ada". */
  (seat: number): string;
  /** The viewer's own seat, so that words can say "you". */
  readonly me: number | null;
}

/**
 * The props of a game's components. A message `m.…()` is reactive: in markup or in a `$derived` it changes with the
 * language, in a constant it does not.
 */
export interface TableProps {
  table: TableView;
  connection: Connection;
  names: Names;
  /** Whether the table jumped to this state, as in a replay: then nothing is animated or announced. */
  still?: boolean;
}

/** A better move than the one that was played. */
export interface Better {
  /** The moves, as the protocol has them. */
  played: unknown;
  best: unknown;
  /** How much better it is, in points. */
  cost: number;
  why: Why;
}

/** The props of a counting. */
export interface CountingProps extends TableProps {
  /** Called once, when all is counted or the viewer skips the rest. */
  oncounted: () => void;
}

/** The props of a result. */
export interface ResultProps extends TableProps {
  /** Shows the counting again; left out by games without one. */
  onagain?: (() => void) | undefined;
}

/** The props of a board. */
export interface BoardProps extends TableProps {
  /** Called with the moves that the viewer prepares, whenever they change: none of them has been made yet. */
  ondraft?: (moves: readonly unknown[]) => void;
  /** A move that is pointed out: a board that shows only a part of the table turns to it. */
  pointed?: unknown;
  /** The moves that are prepared when the board appears. Boards on which nothing is laid down for a move ignore it. */
  prepared?: readonly unknown[];
  /** Whether the game is being explained to the viewer: then the board need not do it. */
  taught?: boolean;
}

/**
 * The part of a game that the home page and the lobby need: small, loaded with the first page. A game's folder exports it as
 * `game` from its index.ts; src/games/registry.ts lists them.
 */
export interface GameModule {
  /** The game's id, which is that of the server: "between-two-cities". */
  id: string;
  /** Its name in the current language. */
  name(): string;
  /** One sentence that invites to play. */
  blurb(): string;
  /** About how long a game takes, in minutes. */
  minutes: number;
  /** Loads the picture on the home page, a chunk of its own: it fills its parent's width, ratio 16:9. */
  loadPicture(): Promise<Component>;
  /** Loads the drawing of what `GameTable.thumbnail` writes, for lists, a chunk of its own: it fills its parent, ratio 16:9. */
  loadThumbnail?(): Promise<Component<{ of: string }>>;
  /** The options of a table that only this game has, in words; `own` is `Options.game`. */
  options?(own: unknown): OptionWords<unknown>[];
  /** The name of a variant: "Alone, medium"; beside others for one player: "Medium". */
  variantName(variant: string, among?: "alone"): string;
  /** A variant explained in a short sentence. */
  variantHint(variant: string): string;
  /** Loads the rest, which is a chunk of its own. */
  load(): Promise<GameTable>;
  /** Loads the rules, in our own words and with pictures, a chunk of its own. */
  loadRules(): Promise<Component<RulesProps>>;
  /** Loads the score sheet for tables that were played elsewhere, a chunk of its own; a game may have none. */
  loadSheet?(): Promise<SheetKit>;
  /** Loads a help for taking seats at a real table, a chunk of its own; for a game in which neighbours matter. */
  loadSeating?(): Promise<Component<SeatingProps>>;
  /** Loads the first game with explanations, a chunk of its own; a game may have none. */
  loadCourse?(): Promise<Course>;
}

/** The rules of a game; in a running game they begin with the part that applies now. */
export interface RulesProps {
  table: TableView | null;
}

/** The people who take seats. */
export interface SeatingProps {
  names: readonly string[];
}

/** The parts of a game's score sheet. */
export interface SheetKit {
  /** Where a table is entered. */
  Sheet: Component<SheetProps>;
  /** The table as a picture to share: one `svg`. */
  Poster: Component<PosterProps>;
}

/** A table that was played elsewhere. */
export interface PosterProps {
  variant: string;
  players: number;
  /** The names that were entered, by seat; may be empty or missing. */
  names: readonly string[];
  /** The contents of the table, as text of the game's own: see `Position.body`. */
  body: string;
}

/** A table that was played elsewhere, while it is being entered. */
export interface SheetProps extends PosterProps {
  /** Called with the present contents of the table and with the names and points in a line: "Ada 56, Ben 52". */
  onchange: (body: string, summary: string) => void;
}

/** A signal in words. */
export interface SignalWords {
  icon: IconName;
  /** "Good idea!" */
  text: string;
  /** Its subject, if it has one: "the city with Ada". */
  about?: string;
}

/** The table from the view of every player, by seat. */
export interface HiddenProps {
  tables: readonly TableView[];
  names: Names;
}

/** A move in full. */
export interface MoveDescription {
  /** A short name: "a park in the city with Ada", "Wind farm + energy". */
  what: string;
  /** Its place in words, for texts without a board that shows it: "column 2, row 3". Empty where the name suffices. */
  where: string;
  /** Its immediate effects and their reasons, in the game's terms; empty if these are unknown. */
  why: string;
  /** Selectors of the elements of the board that show it. */
  shows: readonly string[];
}

/** A move and the seat that made it. */
export interface MadeMove {
  seat: number;
  mv: unknown;
}

/** Returns what happened between two moments of a game, for one of its seats. */
export interface Happening {
  /** In a sentence or two: "Ada places a tavern in the city with Ben. Taverns +8." */
  words: string;
  /** The move by which it happened. */
  mv: unknown;
}

/** The props of a picture of a move. */
export interface MovePictureProps {
  /** The table at which the move can be made. */
  table: TableView;
  mv: unknown;
  /** A better move to draw beside it. */
  better?: unknown;
}

/** How one did in a part of a game, compared with the others. */
export interface Strength {
  /** The game's own name of the part; `GameTable.strengthName` has it in words. */
  key: string;
  /** One's points, and the mean of all others'. */
  mine: number;
  others: number;
}

/** The parts that a running game needs. Loaded on demand. */
export interface GameTable {
  /**
   * The board. Fills its parent, which scrolls what is larger, is the size container `play` (`cqw` and `cqh`) and decides the
   * size class (`boardRoom()` in `board/board.svelte.ts`). The page around it has the title, talk and log.
   */
  Play: Component<BoardProps>;
  /**
   * How the points are counted, step by step, shown once before the result: it fills its parent, and names no winner. Left out by
   * games that show the result at once.
   */
  Counting?: Component<CountingProps>;
  /** The result: scores by type, reasons, ties. The page adds rematch, record and deal below. */
  Result: Component<ResultProps>;
  /**
   * The viewer's own buildings as a picture to keep and share, once the game is over: one `svg` with a `viewBox`. Left out
   * if there is nothing to see.
   */
  Souvenir?: Component<TableProps>;
  /** The final table and the points, as a picture to share: one `svg` with a `viewBox`. */
  FinalTable?: Component<TableProps>;
  /** The sources of one's points in a finished game, compared with the others; `result` is that of its record. */
  strengths?(result: unknown, me: number, variant: string): Strength[];
  /** A part of the points in words: "Taverns". */
  strengthName?(key: string): string;
  /**
   * The viewer's buildings, as a short text from which `GameModule.loadThumbnail` draws them. This browser remembers the
   * text. It is empty if there is nothing to see yet.
   */
  thumbnail?(table: TableView): string;
  /** The text of the title bar: "Round 1 · turn 2 of 3". */
  headline(table: TableView): string;
  /** The stage of the game in which a table is, in the fewest words: "2". Left out by games that have no stages. */
  stage?(table: TableView): string;
  /**
   * Whether the present decision is made in the open, and the board shows nothing that others may not see: then people at
   * one device decide together. Left out by games in which that never happens, and by games with perfect information
   * (`GameInfo.open`), in which it always does.
   */
  open?(table: TableView): boolean;
  /** The holdings of each seat that are hidden from others; left out by games without them. */
  Hidden?: Component<HiddenProps>;
  /** The name of a seat that the game itself plays: "Left Automa". */
  seatName(seat: number): string;
  /**
   * An event of the log in a sentence; null if it is not shown. `actor` begins the sentence in the place of the player's name, if a
   * bot made the move for them.
   */
  words(event: unknown, names: Names, table: TableView, actor?: string): string | null;
  /** Whether an event begins a part of the game, which the log sets off as a heading. Left out by games without such parts. */
  isChapter?(event: unknown): boolean;
  /** The sound of an event; null if it has none. */
  cue(event: unknown): Cue | null;
  /** The subjects of an event: the `data-mark` of elements of the board, such as the cell where a tile was placed. */
  marks(event: unknown, table: TableView): readonly string[];
  /**
   * Explains a part of the board: the rule by which it scores, and its points now; null if there is nothing to say about it. A
   * game whose board says all of it itself may leave this out.
   */
  explain?(target: Element, table: TableView, names: Names): Explained | null;
  /** A move in a few words, for log and talk: "a park in the city with Ada"; `speaker` is who says it. */
  moveWords(mv: unknown, names: Names, table: TableView, speaker?: number): string;
  /** A move of the viewer in full, at the table at which it can be made. A game may leave this out. */
  describe?(mv: unknown, names: Names, table: TableView): MoveDescription;
  /** A small picture of a move and of a better one, which fills its parent's width. Left out by games that draw none. */
  MovePicture?: Component<MovePictureProps>;
  /**
   * The change between two tables of a game that mattered most for a seat, or for all others if the seat did nothing; null if
   * there is nothing to say. `made`: the moves between them, also those that no event of the log shows. A game may leave this
   * out.
   */
  happening?(
    before: TableView,
    after: TableView,
    seat: number,
    names: Names,
    made: readonly MadeMove[],
  ): Happening | null;
  /** The name of something that several players build together, by its number: "the city with Ada". */
  shared?(number: number, names: Names, table: TableView): string;
  /** How many things several players build together, such as cities. */
  sharedCount?(table: TableView): number;
  /** A bot's reason in a few words: "it keeps the park pair open". */
  reasonWords(reason: unknown, names: Names, table: TableView): string;
  /**
   * Why a move of the viewer is better than the one that was played, in sentences that are not true of both, the most important
   * first; none if nothing on the table says so. A game may leave this out.
   */
  whyBetter?(better: Better, names: Names, table: TableView): string[];
  /** Whether bots take part in talk: they propose, and answer proposals. */
  botsTalk: boolean;
  /** The temperament of a bot in a word: "generous". Left out by games in which bots do not negotiate. */
  temperament?(temperament: Temperament): string;
  /** The signals that can be given to the whole table. */
  signals: readonly unknown[];
  /** Whether bots act on a signal; left out by games whose bots do not listen. */
  heardByBots?(signal: unknown): boolean;
  /** A signal in words. */
  signalWords(signal: unknown, names: Names, table: TableView): SignalWords;
}
