import { scoreTable } from "./scores";
import { Refused } from "../table/refused";

/** How long a sheet must stay as it is before it is scored, in milliseconds. */
const PAUSE = 90;

/** The scores of a sheet that is being filled in. */
export class LiveScore<Sheet, Scored> {
  /** The latest scores; null until the first have come. */
  scored = $state.raw<Scored | null>(null);
  /** Why the latest sheet has no scores: nothing answered, or the sheet is invalid. */
  failure = $state<"unreachable" | "refused" | null>(null);
  /** The sheet that was asked about last. */
  #sheet: Sheet | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly game: string) {}

  /** Scores this sheet, at once or after a short pause in which no other comes. */
  ask(sheet: Sheet): void {
    clearTimeout(this.#timer);
    const first = this.#sheet === null;
    this.#sheet = sheet;
    if (first) void this.#score(sheet);
    else this.#timer = setTimeout(() => void this.#score(sheet), PAUSE);
  }

  /** Asks once more about the latest sheet. */
  again(): void {
    if (this.#sheet !== null) void this.#score(this.#sheet);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #score(sheet: Sheet): Promise<void> {
    try {
      const scored = await scoreTable<Scored>(this.game, sheet);
      if (sheet !== this.#sheet) return;
      this.scored = scored;
      this.failure = null;
    } catch (error) {
      if (sheet === this.#sheet) this.failure = error instanceof Refused ? "refused" : "unreachable";
    }
  }
}
