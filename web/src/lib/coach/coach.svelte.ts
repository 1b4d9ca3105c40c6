import { untrack } from "svelte";
import type { Names } from "../game/game";
import type { HintedMove, TableView } from "$wire/protocol";
import type { Connection } from "../table/connection";
import { m } from "../../paraglide/messages.js";
import { adviceOn } from "./advice";
import type { Course, Lesson } from "./course";
import { keepProgress, type Progress } from "./progress";

/** The most lessons that are shown while one question is open: learners want to play. */
const MAX_EXPLANATIONS = 2;
/** How often the learner may do something else than a lesson asks before it is dropped. */
const MAX_IGNORED = 2;

/** Something that belongs to a question, and is over with it. */
interface About<T> {
  question: string;
  what: readonly T[];
}

const nothing = { question: "", what: [] };

/**
 * Explains a game to a first-time player. It follows what they see and prepare, teaches one lesson
 * after the other, and never keeps them from doing anything else.
 */
export class Coach {
  readonly #course: Course;
  #progress = $state.raw<Progress>({ code: "", game: "", done: [], left: false });
  #scene = $state.raw<unknown>(null);
  #question = $state("");
  #lesson = $state.raw<Lesson<unknown> | null>(null);
  /** The result of the learner's latest action, in one or several sentences. */
  #outcomes = $state.raw<About<(brief: boolean) => string>>(nothing);
  /** The moves of a strong bot. */
  #hints = $state.raw<About<HintedMove>>(nothing);
  /** The moves that were prepared last. */
  #drafts = $state.raw<About<unknown>>(nothing);
  /** The version of the table that was seen last. */
  #version = -1;
  /** The question about which a strong bot was asked last. */
  #asked = "";
  #consulting = false;
  #explained = { question: "", times: 0 };
  /** How often the learner did something else than a lesson asks, by its id; also with others in between. */
  readonly #passedOver = new Map<string, number>();

  constructor(course: Course, progress: Progress) {
    this.#course = course;
    this.#progress = progress;
  }

  get room(): Course["room"] {
    return this.#course.room;
  }
  /** The height to which the present text may cover a low screen, in pixels. */
  get height(): number {
    return (this.remark === null ? this.#lesson?.height : undefined) ?? this.room.height;
  }
  /** Whether there is any help. */
  readonly on = $derived.by(() => !this.#progress.left);
  /** The part of all lessons that is over, from 0 to 1. */
  readonly progress = $derived.by(() => this.#progress.done.length / this.#course.lessons.length);
  /** The id of the present lesson; empty if there is none. */
  readonly lesson = $derived.by(() => this.#lesson?.id ?? "");
  /** Whether the present lesson only explains something. */
  readonly tells = $derived.by(() => this.#lesson !== null && this.#lesson.done === undefined);
  /** The text of the present lesson; null if there is none. */
  readonly says = $derived.by(() => this.#lesson?.says(this.#scene) ?? null);
  /** The subject of the present lesson, as a selector. */
  readonly target = $derived.by(() => this.#lesson?.target?.(this.#scene) ?? null);
  /** The result of the learner's action, or a comparison of the prepared moves; null if there is nothing to say. */
  readonly remark = $derived.by((): string | null => {
    const { what } = this.#outcomes;
    if (what.length === 0) return this.#comparison();
    // There is room for a lesson beside a few words.
    return what.map((text) => text(this.#lesson !== null)).join(" ");
  });

  /** How a game ended that is over. */
  summary(table: TableView, names: Names): string {
    return this.#course.summary(this.#course.scene(table, names, []));
  }

  /** Takes in what the learner sees now and the moves that they prepare. */
  update(table: TableView, names: Names, prepared: readonly unknown[], connection: Connection): void {
    untrack(() => {
      const before = this.#scene;
      const now = this.#course.scene(table, names, prepared);
      const drafts = this.#course.drafts(now);
      const question = this.#course.question(now);
      const earlier = this.#drafts.question === question ? this.#drafts.what.length : 0;
      this.#scene = now;
      this.#question = question;
      if (before !== null && this.#version !== table.version) this.#follow(before, now);
      this.#version = table.version;
      if (drafts.length > 0) this.#drafts = { question, what: drafts };
      if (drafts.length > earlier) {
        // An action dismisses the current lesson and those before it.
        this.#finishTold();
        if (this.#outcomes.question !== question) this.#outcomes = nothing;
      }
      this.#choose();
      if (drafts.length > 0) void this.#consult(connection);
    });
  }

  /** Goes on without what the present lesson asks. */
  next(): void {
    this.#outcomes = nothing;
    this.#finish(this.#lesson);
    this.#choose();
  }

  /** No more help at this table. */
  leave(): void {
    this.#keep({ ...this.#progress, left: true });
  }

  #follow(before: unknown, now: unknown): void {
    if (this.#course.outcome(before, now, false) === null) return;
    const question = this.#course.question(before);
    const earlier = this.#outcomes.question === question ? this.#outcomes.what : [];
    // In words when it is shown, so that it follows the language.
    const text = (brief: boolean): string => this.#course.outcome(before, now, brief) ?? "";
    this.#outcomes = { question, what: [...earlier, text] };
    // A strong bot's moves are those before this action.
    [this.#hints, this.#asked] = [nothing, ""];
    this.#finishTold();
    const lesson = this.#lesson;
    if (!lesson || lesson.done?.(now)) return;
    const times = (this.#passedOver.get(lesson.id) ?? 0) + 1;
    this.#passedOver.set(lesson.id, times);
    if (times >= MAX_IGNORED) this.#finish(lesson);
  }

  #comparison(): string | null {
    if (this.#hints.question !== this.#question || this.#drafts.question !== this.#question) return null;
    const same = (one: unknown, other: unknown): boolean => this.#course.same(one, other);
    const advice = adviceOn(this.#drafts.what, this.#hints.what, same);
    if (advice?.kind === "same") return m.coach_same();
    if (!advice) return null;
    return m.coach_rather({ what: this.#course.words(advice.mv, this.#scene), n: advice.points });
  }

  #choose(): void {
    const [scene, question] = [this.#scene, this.#question];
    if (this.#explained.question !== question) this.#explained = { question, times: 0 };
    if (this.#lesson?.done?.(scene)) this.#finish(this.#lesson);
    const present = this.#lesson?.applies(scene) ? this.#lesson : null;
    this.#lesson = present;
    for (const lesson of this.#course.lessons) {
      if (lesson === present) return;
      if (this.#progress.done.includes(lesson.id)) continue;
      // The coach does not ask for actions that are already done.
      if (lesson.done?.(scene)) {
        this.#finish(lesson);
        continue;
      }
      // Lessons that ask for an action can't wait until the present one is over; most explanations can.
      const now = lesson.done !== undefined || lesson.urgent === true;
      if (lesson.applies(scene) && (now || (!present && this.#explained.times < MAX_EXPLANATIONS))) {
        this.#lesson = lesson;
        return;
      }
    }
  }

  #finish(lesson: Lesson<unknown> | null): void {
    if (!lesson) return;
    if (!lesson.done) this.#explained.times += 1;
    if (lesson === this.#lesson) this.#lesson = null;
    if (!this.#progress.done.includes(lesson.id))
      this.#keep({ ...this.#progress, done: [...this.#progress.done, lesson.id] });
  }

  #finishTold(): void {
    if (this.tells) this.#finish(this.#lesson);
  }

  #keep(progress: Progress): void {
    this.#progress = progress;
    keepProgress(progress);
  }

  /** Requests a strong bot's moves, once for each question. */
  async #consult(connection: Connection): Promise<void> {
    const question = this.#question;
    if (this.#asked === question || this.#consulting) return;
    this.#asked = question;
    this.#consulting = true;
    try {
      const { moves } = await connection.hint();
      this.#hints = { question, what: moves };
    } catch {
      // A missing hint only leaves out the comparison; the game goes on.
    } finally {
      this.#consulting = false;
    }
  }
}
