import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "../fixtures/person";
import { isOver } from "./over";

export type Question = "choose" | "place" | "over";

/** Plays Between Two Cities on its page as a person does. */
export class CityBuilder {
  readonly #page: Page;
  /** The tiles of the hand that can be picked. */
  readonly hand: Locator;
  readonly seal: Locator;
  readonly unseal: Locator;
  /** The tiles that are to be placed. */
  readonly tray: Locator;
  /** Where the chosen tile may go. */
  readonly spots: Locator;
  /** The tiles that lie in a city for now. */
  readonly drafts: Locator;
  readonly place: Locator;
  readonly result: Locator;
  /** Ends the counting of the points. */
  readonly skip: Locator;
  /** Whether this person watches the counting; else it is skipped. */
  watches = false;
  readonly ranking: Locator;
  /** The points of each player or city in the result. */
  readonly points: Locator;
  /** How many questions were answered. */
  answered = 0;

  constructor(
    readonly person: Person,
    /** Drags now and then; not beside other people, whose tiles may move the picture meanwhile. */
    private readonly drags = false,
  ) {
    const { page } = person;
    this.#page = page;
    const inHand = page.getByRole("group", { name: "Your hand" }).getByRole("button");
    this.hand = inHand.and(page.locator(":enabled"));
    this.seal = page.getByRole("button", { name: /^Keep them/ });
    this.unseal = page.getByRole("button", { name: "Change my mind" });
    this.tray = page.getByRole("group", { name: "Your tiles" }).getByRole("button");
    this.spots = page.locator("[data-drop]:not([aria-hidden])");
    this.drafts = this.tray.and(page.locator(".laid"));
    this.place = page.getByTestId("btc-place");
    this.result = page.getByTestId("btc-result");
    this.skip = page.getByTestId("skip");
    this.ranking = page.getByRole("list", { name: "Ranking" }).getByRole("listitem");
    this.points = this.ranking.getByRole("strong");
  }

  /** Waits until the table asks something of this person. */
  async question(): Promise<Question> {
    await this.hand.or(this.spots).or(this.result).or(this.skip).first().waitFor();
    if (await isOver(this)) return "over";
    return (await this.hand.count()) > 0 ? "choose" : "place";
  }

  /** Picks two tiles of the hand and keeps them. */
  async choose(): Promise<void> {
    await this.hand.first().waitFor();
    const tiles = await this.hand.count();
    const first = this.answered % tiles;
    await this.person.press(this.hand.nth(first));
    await this.person.press(this.hand.nth((first + 1) % tiles));
    await this.person.press(this.seal);
    await expect(this.hand).toHaveCount(0);
    this.answered += 1;
  }

  /** Lays a tile down where it is worth most, or where it comes first. */
  async lay(): Promise<void> {
    // While the page takes over an update, there may be no spots for a moment.
    do await this.spots.first().waitFor();
    while (!(await this.#layWhileOffered()));
  }

  /** How many tiles of the tray are not laid down yet. */
  #open(): Promise<number> {
    return this.tray.evaluateAll(
      (tiles) => tiles.filter(({ classList }) => !classList.contains("laid")).length,
    );
  }

  /** Lays a tile down as `lay` does, but gives up when no spots are offered. Returns whether a tile was laid down. */
  async #layWhileOffered(): Promise<boolean> {
    const before = await this.#open();
    while ((await this.spots.count()) > 0) {
      // Looked at all at once: a partner who builds there meanwhile changes which spots there are.
      const move = await this.spots.evaluateAll((spots) => {
        const best = spots.find(({ classList }) => classList.contains("best"));
        return (best ?? spots[0])?.getAttribute("data-drop");
      });
      if (!move) continue;
      const spot = this.spots.and(this.#page.locator(`[data-drop="${move}"]`));
      try {
        await this.#layOn(spot);
        await expect
          .poll(() => this.#open(), { message: `after ${move}`, timeout: 10_000 })
          .toBeLessThan(before);
        return true;
      } catch (error) {
        // A partner may have built there meanwhile: then other spots are offered.
        if ((await spot.count()) > 0) throw error;
      }
    }
    return false;
  }

  async #layOn(spot: Locator): Promise<void> {
    const drags = this.drags && this.person.hands === "mouse" && this.answered % 3 === 1;
    if (drags && (await this.#drag(spot))) return;
    if (this.person.hands === "keyboard") return this.person.press(spot);
    // A spot for a tile of two squares is pressed where the tile begins.
    const press = { position: { x: 8, y: 8 }, timeout: 10_000 };
    await (this.person.hands === "touch" ? spot.tap(press) : spot.click(press));
  }

  /** Lays down all tiles that are there to be placed, and places them. */
  async build(): Promise<void> {
    // A partner may take the spot of a draft meanwhile: then the tile is still there to be placed.
    do {
      while ((await this.spots.count()) > 0) await this.#layWhileOffered();
      // Beside Automas most tiles are placed at once.
      const placed = async () => (await this.drafts.count()) === 0;
      await expect.poll(async () => (await placed()) || (await this.place.isEnabled())).toBe(true);
      if (!(await placed())) await this.person.press(this.place);
      await expect(this.drafts).toHaveCount(0);
    } while ((await this.spots.count()) > 0);
    this.answered += 1;
  }

  /** Plays on until the game is over, or until so many questions are answered. */
  async play(questions = Infinity): Promise<void> {
    for (let n = 0; n < questions; n++) {
      const asked = await this.question();
      if (asked === "over") return;
      await (asked === "choose" ? this.choose() : this.build());
    }
  }

  /** Drags the chosen tile to a spot, if both are in view. */
  async #drag(spot: Locator): Promise<boolean> {
    const chosen = this.tray.and(this.#page.locator("[aria-pressed=true]"));
    const { height = 0 } = this.#page.viewportSize() ?? {};
    const target = await spot.boundingBox();
    if (!target || target.y < 60 || target.y + target.height > height) return false;
    const { mouse } = this.#page;
    await chosen.hover();
    await mouse.down();
    // From here on the board does not move, so the spot keeps its position.
    const to = await spot.boundingBox();
    if (to) await mouse.move(to.x + 12, to.y + 12, { steps: 6 });
    await mouse.up();
    return to !== null;
  }
}
