import type { Names } from "../game/game";
import type { TableView } from "$wire/protocol";

/** Something that is taught once, when it first comes up. */
export interface Lesson<Scene> {
  readonly id: string;
  /** Whether it can be taught now. */
  applies(scene: Scene): boolean;
  /** The explanation or the task, in one or two sentences. */
  says(scene: Scene): string;
  /** Its subject, as a selector within the board; null if nothing is to be pointed at. */
  target?(scene: Scene): string | null;
  /** The height to which it covers a low screen, in pixels, if the course's `room` would hide its subject. */
  readonly height?: number;
  /** Whether it is only true now, and can't wait until something else has been explained or done. */
  readonly urgent?: true;
  /** Whether the learner has done it. A lesson without this only explains. */
  done?(scene: Scene): boolean;
}

/**
 * A first game at a real table, with explanations: the lessons and their order. `Scene` is what the game's
 * lessons look at.
 */
export interface Course<Scene = unknown> {
  /** The table at which it is taught. */
  readonly table: { readonly variant: string; readonly players: number; readonly level: string };
  /**
   * On a low screen lessons cover the board's own question. These are its height, and the room to leave free on its right for
   * the controls there, in pixels. Parts that may not be covered have the attribute `data-must-read`. `sideways` says whether
   * lessons also do so in landscape format, at the top left.
   */
  readonly room: { readonly right: number; readonly height: number; readonly sideways: boolean };
  /** The first that applies is taught first. */
  readonly lessons: readonly Lesson<Scene>[];
  /** The state of the table for the lessons. `prepared`: the moves that the learner prepares, or prepared a moment ago. */
  scene(table: TableView, names: Names, prepared: readonly unknown[]): Scene;
  /** The prepared moves that can still be made. */
  drafts(scene: Scene): readonly unknown[];
  /** A text that changes whenever the learner is asked something else. */
  question(scene: Scene): string;
  /** The learner's action between two scenes and its result, in a sentence, or in fewer words; null if there is none. */
  outcome(before: Scene, now: Scene, brief: boolean): string | null;
  /** Whether two moves are the same. */
  same(one: unknown, other: unknown): boolean;
  /** A move and what speaks for it, in words. */
  words(mv: unknown, scene: Scene): string;
  /** How the game ended, in a sentence or two. */
  summary(scene: Scene): string;
}
