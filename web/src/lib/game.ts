import type { Component } from "svelte";
import type { Signal, TableView } from "./protocol";
import type { Connection } from "./tables";

/** What people are called at a table. */
export interface Names {
  /** The name of whoever sits there: "Ada". */
  (seat: number): string;
  /** The viewer's own seat, so that words can say "you". */
  readonly me: number | null;
}

/**
 * What the components of a game are given. A message `m.…()` is reactive: called in markup or in a `$derived` it follows the
 * language by itself; kept in a constant it does not.
 */
export interface TableProps {
  table: TableView;
  connection: Connection;
  names: Names;
}

/**
 * A game, as the page needs it before anybody sits down: small, part of the first chunk. A game's folder
 * exports one as `game` from its index.ts; src/games/registry.ts lists them.
 */
export interface GameModule {
  /** As on the server: "between-two-cities". */
  id: string;
  /** Its name in the current language. */
  name(): string;
  /** One sentence that makes one want to play. */
  blurb(): string;
  /** About how long a game takes. */
  minutes: number;
  /** The picture on the home page; fills its parent's width, ratio 16:9. */
  Picture: Component;
  /** Whether hands are passed on, so that people may want to be shown those they passed. */
  passesHands?: boolean;
  /** What a variant is called: "alone, medium". */
  variantName(variant: string): string;
  /** What a variant is, in a short sentence, for the choice before the game. */
  variantHint(variant: string): string;
  /** The rest, in a chunk of its own. */
  load(): Promise<GameTable>;
}

/** A game at the table. Everything here is loaded when it is needed. */
export interface GameTable {
  /**
   * The game while it is played. Fills its parent, which is the size container `play` (`cqw` and `cqh`, `@container play
   * (min-width: …)`) and scrolls what is larger; the frame round it has the title, talk and log.
   */
  Play: Component<TableProps>;
  /** The end: scores by type, reasons, ties. The frame adds rematch, record and deal below. */
  Result: Component<TableProps>;
  /** The rules in a minute, in our own words. */
  Learn: Component;
  /** The title bar's words: "Round 1 · turn 2 of 3". */
  headline(table: TableView): string;
  /** What an automaton's seat is called: "Left Automa". */
  seatName(seat: number, table: TableView): string;
  /** An event of the log in a sentence; null if it is not worth a line. */
  words(event: unknown, names: Names, table: TableView): string | null;
  /** A move in a few words, for talk: "the park at 2,1 in Ada's and Ben's city". */
  moveWords(mv: string, names: Names, table: TableView): string;
  /** A bot's reason in a few words: "it keeps the park pair open". */
  reasonWords(reason: unknown, names: Names, table: TableView): string;
  /** The signals that make sense in this game; all, if it doesn't say. */
  signals?: readonly Signal[];
  /** What a city in a signal is called, where signals may name one: "the city with Ada". */
  cityWords?(city: number, names: Names, table: TableView): string;
}
