import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "../fixtures/person";
import { isOver } from "./over";

/** Plays Point City on its page as a person does. */
export class Mayor {
  readonly #page: Page;
  readonly board: Locator;
  /** The question, when this person has to answer it. */
  readonly mine: Locator;
  /** The panel with the move that is being prepared. */
  readonly panel: Locator;
  readonly deck: Locator;
  readonly result: Locator;
  /** The points of each player or city in the result. */
  readonly points: Locator;
  /** Ends the counting of the points. */
  readonly skip: Locator;
  /** Whether this person watches the counting; else it is skipped. */
  watches = false;
  #dice = 7;
  /** The number of turns by kind of move. */
  readonly did = { take: 0, flip: 0, draw: 0, pass: 0 };

  constructor(readonly person: Person) {
    const { page } = person;
    this.#page = page;
    this.board = page.getByTestId("point-city");
    this.mine = page.getByTestId("question").and(page.locator(".mine"));
    this.panel = page.getByTestId("pc-panel");
    this.deck = page.locator("[data-stock=deck]");
    this.result = page.getByTestId("pc-result");
    this.points = this.result.getByRole("heading", { level: 3 }).locator("b");
    this.skip = page.getByTestId("skip");
  }

  get turns(): number {
    const { take, draw, pass } = this.did;
    return take + draw + pass;
  }

  /** Waits until it is this person's turn, or the game is over. */
  async question(): Promise<"turn" | "over"> {
    await this.mine.or(this.result).or(this.skip).first().waitFor();
    return (await isOver(this)) ? "over" : "turn";
  }

  /** The market and this person's own cards as text, without transient messages. */
  async layout(): Promise<string> {
    const cards = this.board.locator("[data-cell] .card");
    const market = await cards.evaluateAll((all) => all.map((card) => card.textContent));
    return [...market, await this.board.locator(".front").innerText()].join("\n");
  }

  /** Plays on until the game is over, or until so many questions are answered. */
  async play(questions = Infinity): Promise<void> {
    for (let n = 0; n < questions; n++) {
      if ((await this.question()) === "over") return;
      await this.answer();
    }
  }

  /** Does something that the rules allow. */
  async answer(): Promise<void> {
    const pass = this.#page.getByRole("button", { name: "Pass", exact: true });
    if (await pass.isVisible()) {
      await this.person.press(pass);
      await expect(pass).toBeHidden();
      this.did.pass += 1;
      return;
    }
    const what = await this.#choose();
    await this.panel.waitFor();
    await this.#tokens();
    await this.#pay();
    await this.person.press(this.#go);
    await this.panel.waitFor({ state: "detached" });
    this.did[what] += 1;
  }

  /** Plans a take, while another player has the turn, and returns its cells. */
  async plan(): Promise<string[]> {
    expect(await this.#takePair(), "a pair can be planned").toBe(true);
    await this.panel.waitFor();
    await this.#tokens();
    await this.person.press(this.#go);
    await this.panel.waitFor({ state: "detached" });
    return this.#page.locator("[data-cell].planned").evaluateAll(cellsOf);
  }

  /** Takes these two resources. The page makes the move after a moment. */
  async take(cells: readonly string[]): Promise<void> {
    for (const cell of cells) await this.#card(cell);
    await expect(this.mine).toBeHidden();
  }

  /** Takes two cards of the deck. */
  async drawTwo(): Promise<void> {
    await this.#draw();
    await this.person.press(this.#go);
    await this.panel.waitFor({ state: "detached" });
  }

  get #go(): Locator {
    return this.panel.locator(".primary");
  }

  async #choose(): Promise<"take" | "flip" | "draw"> {
    const corners = this.#page.locator("[data-cell]:has(.corner)");
    const flippable = await corners.evaluateAll(cellsOf);
    if (flippable.length > 0 && this.#roll(5) === 0) {
      await this.#flip(flippable[this.#roll(flippable.length)] ?? "");
      return "flip";
    }
    const mayDraw = (await this.deck.getAttribute("aria-disabled")) === "false";
    if (mayDraw && this.#roll(7) === 0) return this.#draw();
    if (await this.#takePair()) return "take";
    expect(mayDraw, "with no pair to take, the deck is left").toBe(true);
    return this.#draw();
  }

  /** Tries one card after the other until one has a neighbour to go with it. */
  async #takePair(): Promise<boolean> {
    const all = this.#page.locator("[data-cell]:has(.card)");
    const cells = await all.evaluateAll(cellsOf);
    const start = this.#roll(cells.length);
    for (const cell of [...cells.slice(start), ...cells.slice(0, start)]) {
      await this.#card(cell);
      await expect(this.#at(cell)).toHaveAttribute("aria-pressed", "true");
      const partners = this.#page.locator("[data-cell].partner");
      const found = await partners.evaluateAll(cellsOf);
      const partner = found[this.#roll(found.length || 1)];
      if (partner === undefined) {
        // The card is deselected, so that the next one does not count as its neighbour.
        await this.#card(cell);
        await expect(this.#at(cell)).toHaveAttribute("aria-pressed", "false");
        continue;
      }
      await this.#card(partner);
      return true;
    }
    return false;
  }

  async #flip(cell: string): Promise<void> {
    const corner = this.#page.locator(`[data-cell=${cell}] .corner`);
    if (this.person.hands === "keyboard") {
      await this.#walk(cell);
      await this.#page.keyboard.press("Tab");
      await expect(corner).toBeFocused();
      await this.#page.keyboard.press("Enter");
    } else await this.person.press(corner);
  }

  async #draw(): Promise<"draw"> {
    await this.person.press(this.deck);
    return "draw";
  }

  async #card(cell: string): Promise<void> {
    if (this.person.hands === "keyboard") {
      await this.#walk(cell);
      await this.#page.keyboard.press("Enter");
    } else await this.person.press(this.#at(cell));
  }

  #at(cell: string): Locator {
    return this.#page.locator(`[data-cell=${cell}] .card`);
  }

  /** Goes to the market with Tab, and to the card with the arrow keys. */
  async #walk(cell: string): Promise<void> {
    const here = (): Promise<string | null> =>
      this.#page.evaluate(
        () => document.activeElement?.closest<HTMLElement>("[data-cell]")?.dataset.cell ?? null,
      );
    for (let presses = 0; presses < 60 && !(await here()); presses++) await this.#page.keyboard.press("Tab");
    for (let at = await here(); at !== cell; at = await here()) {
      if (!at) throw new Error("the keyboard does not reach the market");
      const [column, row] = [at.charCodeAt(0) - cell.charCodeAt(0), at.charCodeAt(1) - cell.charCodeAt(1)];
      const key = column < 0 ? "Right" : column > 0 ? "Left" : row < 0 ? "Down" : "Up";
      await this.#page.keyboard.press(`Arrow${key}`);
      expect(await here(), `an arrow key moves on from ${at}`).not.toBe(at);
    }
  }

  async #tokens(): Promise<void> {
    const open = this.panel.locator(".token[aria-pressed=false]");
    while ((await this.#go.isDisabled()) && (await open.count()) > 0) {
      const before = await open.count();
      await this.person.press(open.first());
      await expect(open).toHaveCount(before - 1);
    }
  }

  /** Now and then pays otherwise than proposed. */
  async #pay(): Promise<void> {
    const ways = this.panel.getByRole("radio");
    if ((await ways.count()) < 2 || this.#roll(2) === 0) return;
    if (this.person.hands === "keyboard") {
      await this.person.reach(ways.first());
      await this.#page.keyboard.press("ArrowDown");
    } else await this.person.press(this.panel.locator("label").nth(1));
    await expect(ways.nth(1)).toBeChecked();
  }

  /** Returns equal numbers in every run, so that a failure can be seen again. */
  #roll(sides: number): number {
    this.#dice = (this.#dice * 1103515245 + 12345) % 2147483648;
    return Math.floor((this.#dice / 2147483648) * sides);
  }
}

/** Runs in the page. */
function cellsOf(elements: Element[]): string[] {
  return elements.map((element) => element.getAttribute("data-cell") ?? "");
}
