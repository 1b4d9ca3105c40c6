// The end of a game: its points are counted where the viewer looks, then the winner is named, with the points of the record.
import type { Locator, Page } from "@playwright/test";
import { accessible } from "./fixtures/accessible";
import { Heard } from "./fixtures/heard";
import { lateTable } from "./fixtures/late";
import type { Person } from "./fixtures/person";
import { checkResult, type Setup } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

const CITIES: Setup = { game: "between-two-cities", variant: "standard", players: 3 };
const MARKET: Setup = { game: "point-city", variant: "standard", players: 2 };

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const DESKTOP = { width: 1280, height: 800 };

/** The number of moves after which a player has one turn left. */
const LATE: Record<string, number> = {
  standard: 20,
  "two-player": 36,
  "automa-medium": 30,
  "point-city": 16,
};

/** A table at which the person has one turn left; its code. */
const late = (person: Person, setup: Setup): Promise<string> =>
  lateTable(person, setup, LATE[setup.game === "point-city" ? setup.game : setup.variant] ?? 0);

/** Plays the last turn of a game, whose counting is shown then. Returns the elements that show the points in its result. */
async function end(person: Person, code: string, { game }: Setup): Promise<Locator> {
  await person.open(`/t/${code}`);
  const player = game === "point-city" ? new Mayor(person) : new CityBuilder(person);
  player.watches = true;
  await player.play();
  return player.points;
}

/** A moment of the page while it counts. */
interface Shown {
  step: number;
  /** How much is lit. */
  lit: number;
  /** The lit elements that are out of view or covered by something else. */
  hidden: string[];
  /** Whether the page is larger than the window. */
  scrolls: boolean;
  text: string;
}

/** Runs in the page. */
function look(counting: Element): Shown {
  const lit = [...counting.querySelectorAll("[data-counted=true]")].filter(
    (element) => element.getBoundingClientRect().width > 0,
  );
  const hidden = lit.flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const card = element.closest("[data-city], [data-seat]");
    const inView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (inView && there && card?.contains(there)) return [];
    return [
      `${card?.textContent?.trim().slice(0, 20)}: ${[left, top, right, bottom].map(Math.round).join(" ")}`,
    ];
  });
  return {
    step: Number((counting as HTMLElement).dataset.step),
    lit: lit.length,
    hidden,
    scrolls:
      document.documentElement.scrollHeight > innerHeight ||
      document.documentElement.scrollWidth > innerWidth,
    text: document.body.innerText + document.title,
  };
}

/** Goes through the counting step by step, to the result. */
async function watch(person: Person): Promise<Shown[]> {
  const { page } = person;
  const counting = page.getByTestId("counting");
  const podium = page.getByTestId("podium");
  const shown: Shown[] = [];
  const pause = page.getByRole("button", { name: "Pause" });
  if (await pause.isVisible()) await person.press(pause);
  for (;;) {
    const before = await counting.getAttribute("data-step");
    await person.press(page.getByRole("button", { name: "Next step" }));
    // The numbers are added up, and stay there.
    const added = page.locator(`[data-testid=counting][data-added=true]:not([data-step="${before}"])`);
    await added.or(podium).waitFor();
    if (await podium.isVisible()) return shown;
    shown.push(await added.evaluate(look));
  }
}

/** Shows the counting again, and pauses it at once: on a busy machine it would go on meanwhile. Runs in the page. */
async function countAgain(): Promise<void> {
  const press = (name: string): boolean => {
    const button = [...document.querySelectorAll("button")].find(
      (one) => one.ariaLabel === name || one.textContent?.trim() === name,
    );
    button?.click();
    return button !== undefined;
  };
  press("Show the counting again");
  while (!press("Pause")) await new Promise(requestAnimationFrame);
}

/** Whether the bar of buttons for what comes next covers the podium, or one of the two is missing. Runs in the page. */
function podiumCovered(): boolean {
  const [bar, podium] = ["next", "podium"].map((id) =>
    document.querySelector(`[data-testid=${id}]`)?.getBoundingClientRect(),
  );
  return !bar || !podium || (bar.top < podium.bottom && bar.bottom > podium.top);
}

/**
 * Expects that everything lit in these steps could be seen without scrolling the page. Every game lights several types of buildings
 * or, in Point City, at least the printed points.
 */
function inView(shown: readonly Shown[], { game }: Setup): void {
  expect(shown.flatMap(({ hidden }) => hidden)).toEqual([]);
  const least = game === "point-city" ? 1 : 3;
  expect(shown.filter(({ lit }) => lit > 0).length).toBeGreaterThanOrEqual(least);
  expect(shown.some(({ scrolls }) => scrolls)).toBe(false);
}

const actions = (page: Page) =>
  page.getByRole("button", { name: /^(Play again|Look at the board|Save the game|Picture)$/ });

/**
 * Watches the counting on a phone and again on a desktop. The winner is named at the end, once, and no earlier; nothing covers what
 * is counted, nor the podium.
 */
async function counted(zoe: Person, points: Locator, heard: Heard, setup: Setup): Promise<void> {
  const { page } = zoe;
  await expect(actions(page)).toHaveCount(0);
  const shown = await watch(zoe);
  const result = page.getByRole("region", { name: "Result", exact: true });
  await expect(result).toBeFocused();
  const winner = await result.getByRole("heading").first().innerText();
  for (const { text } of shown) expect(text).not.toContain(winner);
  const all = await heard.all();
  expect(all.split(winner)).toHaveLength(2);
  inView(shown, setup);
  await expect(actions(page)).not.toHaveCount(0);
  // These buttons do not cover the podium, and stay in view below it.
  await expect.poll(() => page.evaluate(podiumCovered)).toBe(false);
  await page.getByTestId("podium").evaluate((podium) => scrollTo(0, podium.getBoundingClientRect().bottom));
  await expect(page.getByRole("button", { name: "Play again" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(podiumCovered)).toBe(false);
  await page.setViewportSize(DESKTOP);
  await page.evaluate(countAgain);
  inView(await watch(zoe), setup);
  await checkResult(zoe, points);
}

test("Between Two Cities for seven: what is counted is in view, for a player and a spectator", async ({
  person,
}) => {
  const zoe = await person("Zoë", { context: PHONE, hands: "touch" });
  const ben = await person("Ben", { context: PHONE });
  const heard = new Heard(zoe.page);
  await heard.listen();
  const code = await late(zoe, { ...CITIES, players: 7 });
  await ben.open(`/t/${code}`);
  await ben.page.getByTestId("btc-play").waitFor();
  const points = await end(zoe, code, CITIES);
  const pause = ({ page }: Person) => page.getByRole("button", { name: "Pause" });
  await Promise.all([zoe.press(pause(zoe)), ben.press(pause(ben))]);
  // A spectator sees all cities counted.
  await expect(ben.page.locator(".main [data-city]")).toHaveCount(7);
  inView(await watch(ben), CITIES);
  await counted(zoe, points, heard, CITIES);
});

test("Point City for four: what is counted is in view, and ties are explained", async ({ person }) => {
  const zoe = await person("Zoë", { context: PHONE, hands: "touch" });
  const { page } = zoe;
  const heard = new Heard(page);
  await heard.listen();
  const setup = { ...MARKET, players: 4 };
  const code = await late(zoe, setup);
  await counted(zoe, await end(zoe, code, setup), heard, setup);
  // Ties are rare: equal points are written into the server's frame.
  await page.routeWebSocket(/socket$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const frame = JSON.parse(String(message));
      const outcome = frame.table?.game?.outcome;
      if (outcome) {
        const cards = [5, 4, 2, 2];
        outcome.players.forEach((player: { seat: number }, i: number) =>
          Object.assign(player, { total: i < 2 ? 50 : 40, cards_left: cards[player.seat] }),
        );
        outcome.winners = [0];
      }
      socket.send(JSON.stringify(frame));
    });
  });
  await zoe.open(`/t/${code}`);
  const ties = page.getByTestId("ties").getByRole("listitem");
  await expect(ties).toHaveCount(2);
  await expect(ties.first()).toHaveText(/^Place 1: .+ before .+\. Tied at 50, cards left 5 to 4\.$/);
  await expect(ties.last()).toHaveText(/^Place 3 is shared by .+: tied at 40, cards left: 2\.$/);
});

for (const { name, setup, says } of [
  {
    name: "two players of Between Two Cities",
    setup: { ...CITIES, variant: "two-player", players: 2 },
    says: "Both cities count together.",
  },
  {
    name: "Automas",
    setup: { ...CITIES, variant: "automa-medium", players: 1 },
    says: "Difficulty · Automa city −3",
  },
  {
    name: "Point City alone",
    setup: { ...MARKET, variant: "solo-hard", players: 1 },
    says: "Permanent resources",
  },
] as const) {
  test(`counting for ${name} on a phone`, { tag: "@all" }, async ({ person }) => {
    const zoe = await person("Zoë", { context: PHONE, hands: "touch" });
    const points = await end(zoe, await late(zoe, setup), setup);
    const totals = () => zoe.page.locator(".main .total").allInnerTexts();
    expect((await totals()).map(Number).every((total) => total === 0)).toBe(true);
    const shown = await watch(zoe);
    inView(shown, setup);
    expect(shown.map(({ text }) => text).join("\n")).toContain(says);
    await accessible(zoe);
    await checkResult(zoe, points);
  });
}

test("the counting goes on by itself, with numbers that fly where motion is wanted, and can be skipped", async ({
  person,
}) => {
  const zoe = await person("Zoë", { context: { reducedMotion: "no-preference" } });
  const { page } = zoe;
  await page.addInitScript(() => {
    globalThis.flights = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (keyframes, options) {
      if (this.parentElement === document.body) globalThis.flights += 1;
      return animate.call(this, keyframes, options);
    };
  });
  const counting = page.getByTestId("counting");
  const own = page.locator(".main .total");
  /** Watches the counting to its end, and returns how many numbers flew. */
  async function flights(): Promise<number> {
    await page.evaluate(() => void (globalThis.flights = 0));
    const steps = new Set<string | null>();
    await expect(own).toHaveCount(2);
    let totals: string[] = [];
    await expect(async () => {
      if ((await counting.count()) > 0) {
        steps.add(await counting.getAttribute("data-step", { timeout: 200 }));
        const now = await own.allInnerTexts();
        if (now.length > 0) totals = now;
      }
      expect(await page.getByTestId("podium").count()).toBe(1);
    }).toPass({ intervals: [100], timeout: 40_000 });
    // Six types, and the players.
    expect(steps.size).toBeGreaterThanOrEqual(7);
    const result = await page.locator(".cities .own .now").allInnerTexts();
    expect(totals.sort()).toEqual(result.sort());
    return page.evaluate(() => globalThis.flights);
  }
  const setup = { ...CITIES, players: 4 };
  const code = await late(zoe, setup);
  const offer = page.getByTestId("sound-offer");
  await end(zoe, code, setup);
  await expect(offer).toHaveCount(0);
  expect(await flights()).toBeGreaterThan(0);
  // Sounds are offered once.
  await zoe.press(offer.getByRole("button", { name: "Turn on" }));
  const again = page.getByRole("button", { name: "Show the counting again" });
  for (const key of ["Escape", "Enter"]) {
    await zoe.press(again);
    await expect(counting).toBeVisible();
    await expect(actions(page)).toHaveCount(0);
    await page.keyboard.press(key);
    await expect(page.getByRole("region", { name: "Result", exact: true })).toBeFocused();
    await expect(offer).toHaveCount(0);
  }
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize(PHONE.viewport);
  await zoe.press(again);
  // The cities of the two rivals are drawn as well, on a phone too.
  const others = page.locator(".others [data-city]");
  await expect(others).toHaveCount(2);
  for (const other of await others.all()) await expect(other).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => void (globalThis.flights = 0));
  await expect.poll(() => counting.getAttribute("data-step").then(Number)).toBeGreaterThan(2);
  expect(await page.evaluate(() => globalThis.flights)).toBe(0);
  // Opened later, the result is there at once.
  await zoe.open(`/t/${code}`);
  await page.getByTestId("podium").or(counting).first().waitFor();
  await expect(counting).toHaveCount(0);
  await zoe.open("/");
  await zoe.press(page.getByRole("button", { name: "Settings", exact: true }));
  await expect(page.getByRole("switch", { name: /^Sounds/ })).toBeChecked();
});

declare global {
  /** How many numbers flew. */
  var flights: number;
}
