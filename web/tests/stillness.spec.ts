// No control moves because of the actions of others, and everything is large enough for a finger.
import type { BrowserContext, Page } from "@playwright/test";
import { lateTable } from "./fixtures/late";
import { attend, besideOthers, news, type News } from "./fixtures/news";
import { controls, moved, shows, tooSmall } from "./fixtures/controls";
import type { Person } from "./fixtures/person";
import { openTable, sit } from "./fixtures/table";
import { expect, PREFERENCES, test } from "./fixtures/test";

/** The languages with the longest words. */
const LANGUAGES = ["de", "hu"];
const SCREENS = [
  { name: "phone", viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  { name: "desktop", viewport: { width: 1280, height: 800 } },
];

interface Window {
  name: string;
  page: Page;
}

/** Opens a window for one person at one table on every screen and in each of these languages. */
async function windows(person: Person, path: string): Promise<{ all: Window[]; close(): Promise<void> }> {
  const browser = person.context.browser();
  if (!browser) throw new Error("no browser");
  const { cookies } = await person.context.storageState();
  const contexts: BrowserContext[] = [];
  const all: Window[] = [];
  for (const { name, ...screen } of SCREENS) {
    for (const locale of LANGUAGES) {
      const context = await browser.newContext({ ...screen, ...PREFERENCES, locale });
      await context.addCookies(cookies);
      contexts.push(context);
      const page = await context.newPage();
      await page.addInitScript(spoilSome);
      await page.goto(person.origin + path);
      all.push({ name: `${name} ${locale}`, page });
    }
  }
  return { all, close: async () => void (await Promise.all(contexts.map((one) => one.close()))) };
}

/** Runs in the page: while `spoils` is set, commands name an old version of the table, so that the server refuses them. */
function spoilSome(): void {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    const spoils = document.documentElement.dataset.spoils !== undefined;
    send.call(this, spoils ? String(data).replace(/"on":\d+/, '"on":0') : data);
  };
}

/** The elements that moved in each window after an event that the user did not cause. New things may appear where nothing could be tapped. */
async function movedIn(
  all: readonly Window[],
  title: string,
  happens: (page: Page) => Promise<void>,
): Promise<string[]> {
  const found = await Promise.all(
    all.map(async ({ name, page }) => {
      const before = await controls(page);
      await happens(page);
      return moved(before, await controls(page)).map((fault) => `${title}: ${name}: ${fault}`);
    }),
  );
  return found.flat();
}

/** Lets something happen, and returns which controls it moved in which window. */
async function faults(all: readonly Window[], happens: () => Promise<number>): Promise<string[]> {
  const before = await Promise.all(all.map(({ page }) => controls(page)));
  const version = await happens();
  await Promise.all(all.map(({ page }) => shows(page, version)));
  const after = await Promise.all(all.map(({ page }) => controls(page)));
  return all.flatMap(({ name }, i) =>
    [...moved(before[i] ?? [], after[i] ?? []), ...tooSmall(after[i] ?? [])].map(
      (fault) => `${name}: ${fault}`,
    ),
  );
}

const LONG =
  "I would really like this to be a long sentence, because I need points in both of my cities now.";

test("Between Two Cities keeps still", async ({ person }) => {
  const [anna, ben, cleo] = [await person("Anna"), await person("Ben"), await person("Cleo")];
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 0 } as const;
  const code = await besideOthers(anna, [ben, cleo], setup);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  await expect(anna.page.getByTestId("btc-play")).toBeVisible();
  const { all, close } = await windows(anna, `/t/${code}`);
  for (const { page } of all) await expect(page.locator(".hand button").first()).toBeVisible();
  const found: string[] = [];
  const check = async (title: string, who: Person, what: News, near?: number): Promise<void> => {
    const these = await faults(all, () => news(who, code, what, near));
    found.push(...these.map((fault) => `${title}: ${fault}`));
  };

  // While tiles are chosen.
  await check("talk", ben, { what: "say", text: LONG });
  await check("a signal", cleo, { what: "signal", signal: "your-call" });
  await check("Ben has chosen", ben, { what: "move" });
  // The server refuses what Anna does.
  for (const { page } of all) {
    for (const n of [0, 1]) await page.locator(".hand button").nth(n).click();
    await page.evaluate(() => void (document.documentElement.dataset.spoils = ""));
  }
  const refused = await movedIn(all, "a refused action", async (page) => {
    await page.locator(".go").click();
    await expect(page.locator(".toasts .warn")).toBeVisible();
  });
  // The two tiles that were picked are so no longer.
  found.push(...refused.filter((fault) => !fault.includes("tile in rack")));
  for (const { page } of all) {
    await page.evaluate(() => void delete document.documentElement.dataset.spoils);
    for (const n of [0, 1]) await page.locator(".hand button").nth(n).click();
  }
  const version = await news(anna, code, { what: "move" });
  for (const { page } of all) await shows(page, version);
  // The last one chooses, and all tiles are revealed: elements that remain on the page keep their place.
  const revealed = await faults(all, () => news(cleo, code, { what: "move" }));
  found.push(
    ...revealed.filter((fault) => fault.includes(" moved by ")).map((fault) => `the reveal: ${fault}`),
  );
  for (const { page } of all) await expect(page.locator("button.spot").first()).toBeVisible();

  // While tiles are placed: with one of two laid down.
  const seat = await seatOf(anna, code);
  for (const { page } of all) await page.locator("button.spot").first().click();
  await check("a proposal", ben, { what: "propose-own" }, seat);
  await check("a proposal for an own tile", cleo, { what: "propose-other" }, seat);
  await check("talk", cleo, { what: "say", text: LONG });
  await check("a partner waits", ben, { what: "wait" });
  await check("a signal", ben, { what: "signal", signal: "points-here" });
  await check("a partner places", ben, { what: "move" }, seat);
  await check("a partner places the other tile", ben, { what: "move" });
  await check("the other partner places", cleo, { what: "move" }, seat);
  await check("the other partner is done", cleo, { what: "move" });
  // The next turn: each city has a scale with room for what this turn can bring on all sides.
  for (const one of [anna, anna, anna, ben]) await news(one, code, { what: "move" });
  const next = await news(cleo, code, { what: "move" });
  for (const { page } of all) {
    await shows(page, next);
    await expect(page.locator("button.spot").first()).toBeVisible();
  }
  await check("a partner builds in the next turn", ben, { what: "move" }, seat);
  await check("the other partner builds in the next turn", cleo, { what: "move" }, seat);
  // Ben closes his page while Anna and Cleo wait for no one else.
  for (const one of [ben, cleo, anna, anna]) await news(one, code, { what: "move" });
  await ben.page.goto("about:blank");
  await news(anna, code, { what: "move" });
  const waits = await news(cleo, code, { what: "move" });
  for (const { page } of all) await shows(page, waits);
  const away = await movedIn(all, "a player is away", (page) =>
    expect(page.locator(".news .note, .awaited .line").first()).toBeVisible(),
  );
  // In narrow windows the note has a line of its own, which pushes the board down while its viewer waits.
  const narrow: string[] = [];
  for (const { name, page } of all) if (await page.locator(".awaited .line").isVisible()) narrow.push(name);
  expect(narrow.length).toBeLessThan(all.length);
  found.push(...away.filter((fault) => !narrow.some((name) => fault.includes(`: ${name}: `))));
  await close();
  expect(found).toEqual([]);
});

test("Point City keeps still", async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const code = await openTable(anna, { game: "point-city", variant: "standard", players: 3, bots: 1 });
  await sit(ben, `/t/${code}`);
  await ben.open("/");
  await attend(ben, code);
  await anna.open(`/t/${code}`);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  await expect(anna.page.getByTestId("point-city")).toBeVisible();
  const { all, close } = await windows(anna, `/t/${code}`);
  for (const { page } of all) await expect(page.locator(".card").first()).toBeVisible();
  const found: string[] = [];
  const check = async (title: string, happens: () => Promise<number>): Promise<void> => {
    const these = await faults(all, happens);
    found.push(...these.map((fault) => `${title}: ${fault}`));
  };
  await check("talk", () => news(ben, code, { what: "say", text: LONG }));
  // Some turns of all players, whichever begins.
  for (let turn = 0; turn < 4; turn++) {
    const acts = await toAct(anna, code);
    const who = acts === (await seatOf(anna, code)) ? anna : ben;
    await check(`turn ${turn}`, () => news(who, code, { what: "move" }));
  }
  if ((await toAct(anna, code)) !== (await seatOf(anna, code))) await news(ben, code, { what: "move" });
  for (const { page } of all) await expect(page.locator(".question.mine")).toBeVisible();
  found.push(
    ...(
      await movedIn(all, "a hint", async (page) => {
        await page.locator("button.hint").click();
        await expect(page.locator("button.hint.on")).toBeVisible();
      })
    ).filter((fault) => fault.includes(" moved by ")),
  );
  for (const { page } of all) await page.locator("button.hint").click();
  // Each card is selected: the long explanation of a card that can't be taken moves nothing.
  for (const { name, page } of all) {
    const before = (await controls(page)).filter(({ name }) => / [a-d][1-4] /.test(name));
    for (const cell of ["a1", "c2", "b3", "d4"]) {
      await page.locator(`[data-cell=${cell}] .card`).click();
      const after = (await controls(page)).filter(({ name }) => / [a-d][1-4] /.test(name));
      // The card itself is raised.
      const others = after.filter(({ name }) => !name.includes(` ${cell} `));
      found.push(...moved(before, others).map((fault) => `${cell} chosen: ${name}: ${fault}`));
      await page.locator(`[data-cell=${cell}] .card`).click();
    }
  }
  await close();
  expect(found).toEqual([]);
});

test("home and lobby have nothing too small for a finger", { tag: "@smoke" }, async ({ person }) => {
  const zoe = await person("Zoë", { context: { ...SCREENS[0] } });
  const { page } = zoe;
  await zoe.open("/");
  await expect(page.getByRole("button", { name: "Play now" }).first()).toBeEnabled();
  expect(tooSmall(await controls(page))).toEqual([]);
  const waiting = await openTable(zoe, {
    game: "between-two-cities",
    variant: "standard",
    players: 4,
    bots: 2,
  });
  await zoe.open(`/t/${waiting}`);
  await zoe.press(page.getByText("More options"));
  expect(tooSmall(await controls(page))).toEqual([]);
});

test("on a phone in landscape format, too, everything is large enough for a finger", async ({ person }) => {
  const zoe = await person("Zoë", {
    context: { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true },
  });
  const { page } = zoe;
  const cities = { game: "between-two-cities", variant: "standard", players: 3 } as const;
  for (const moves of [0, 1]) {
    await zoe.open(`/t/${await lateTable(zoe, cities, moves)}`);
    await expect(page.locator(moves === 0 ? ".hand button" : "button.spot").first()).toBeVisible();
    expect(tooSmall(await controls(page)), `after ${moves} moves`).toEqual([]);
  }
  await zoe.open(`/t/${await openTable(zoe, { game: "point-city", variant: "standard", players: 3 })}`);
  await expect(page.locator(".card").first()).toBeVisible();
  expect(tooSmall(await controls(page))).toEqual([]);
});

/** The seat of a person at a table. */
function seatOf(person: Person, code: string): Promise<number> {
  return table(person, code).then(({ me }) => me);
}
function toAct(person: Person, code: string): Promise<number> {
  return table(person, code).then(({ game }) => game.to_act[0] ?? -1);
}
function table(person: Person, code: string): Promise<{ me: number; game: { to_act: number[] } }> {
  return person.page.evaluate(
    (code) =>
      new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/api/tables/${code}/socket`);
        socket.onmessage = ({ data }) => {
          const frame = JSON.parse(String(data));
          if (!frame.table) return;
          socket.close();
          done(frame.table);
        };
      }),
    code,
  );
}
