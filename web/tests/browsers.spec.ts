// Browsers that store nothing, networks that block connections, and translators that change the page.
import type { Page } from "@playwright/test";
import { lateDeviceTable } from "./fixtures/device";
import { HAS_ENGINE } from "./fixtures/engines";
import { lateTable, makeMoves } from "./fixtures/late";
import type { Person } from "./fixtures/person";
import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { Mayor } from "./players/point-city";

/** Begins a game of Point City against bots from the home page. */
async function playNow(person: Person): Promise<Mayor> {
  const card = person.page.getByRole("article", { name: "Point City" });
  await person.press(card.getByRole("button", { name: "Play now" }));
  const mayor = new Mayor(person);
  await mayor.question();
  return mayor;
}

/** As Chromium answers a page whose site data the user blocks. */
function blockSiteData(): void {
  const refuse = (): never => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(window, "indexedDB", { value: { open: refuse } });
  Object.defineProperty(Document.prototype, "cookie", { get: refuse, set: refuse });
  Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
  navigator.locks.request = () => Promise.reject(new DOMException("denied", "SecurityError"));
}

test("a browser that blocks site data plays without storing, and says what does not work", async ({
  person,
}) => {
  test.skip(!HAS_ENGINE, "the client was built without the engine");
  const zoe = await person("Zoë", { nameless: true });
  const { page } = zoe;
  await page.addInitScript(blockSiteData);
  await zoe.open("/");
  await expect(page.getByRole("note").filter({ hasText: "This browser blocks cookies" })).toBeVisible();
  const mayor = await playNow(zoe);
  await mayor.answer();
  await mayor.question();
  const shown = await mayor.layout();
  // The game lasts as long as the page.
  await zoe.press(page.getByRole("link", { name: "Townhall: home page" }));
  await zoe.press(
    page.getByRole("region", { name: "Your tables" }).getByRole("link", { name: /Point City/ }),
  );
  await mayor.question();
  await expect.poll(() => mayor.layout()).toBe(shown);
  await zoe.press(page.getByRole("link", { name: "Townhall: home page" }));
  const card = page.getByRole("article", { name: "Point City" });
  await zoe.press(card.getByRole("button", { name: "Invite friends" }));
  await expect(page.locator(".toasts")).toContainText("Allow them for this page to play with others.");
  // The language can be chosen all the same.
  await zoe.press(page.getByRole("button", { name: /^Language/ }));
  await zoe.press(page.getByRole("menuitemradio", { name: "Deutsch" }));
  await expect(page.getByRole("note").filter({ hasText: "sperrt hier Cookies" })).toBeVisible();
});

test("without IndexedDB a game is played without storing", async ({ person }) => {
  test.skip(!HAS_ENGINE, "the client was built without the engine");
  const lacking = {
    missing: () => Object.defineProperty(window, "indexedDB", { value: undefined }),
    refused: () =>
      Object.defineProperty(window, "indexedDB", {
        value: {
          open: () => {
            throw new DOMException("refused", "UnknownError");
          },
        },
      }),
    silent: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
      Object.defineProperty(EventTarget.prototype, "result", { configurable: true, value: null });
    },
  };
  for (const [name, lack] of Object.entries(lacking)) {
    await test.step(name, async () => {
      const zoe = await person("Zoë");
      await zoe.page.addInitScript(lack);
      await zoe.open("/");
      await playNow(zoe);
      await zoe.press(zoe.page.getByRole("link", { name: "Townhall: home page" }));
      await expect(zoe.page.getByRole("note").filter({ hasText: "can't store games" })).toBeVisible();
    });
  }
});

test("a network that blocks live connections is named", async ({ person }) => {
  const zoe = await person("Zoë");
  await zoe.page.routeWebSocket(/\/socket/, (socket) => socket.close());
  const code = await openTable(zoe, { game: "point-city", variant: "standard", players: 2 });
  await zoe.open(`/t/${code}`);
  await expect(zoe.page.getByText("Going to the table …")).toBeVisible();
  await expect(zoe.page.getByRole("alert")).toContainText(
    "The server answers, but this network or its proxy blocks live",
  );
});

/** Replaces the text nodes of the page as the translators of browsers do, except where the page forbids it. */
function translate(): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  const translated = nodes.filter((node) => node.data.trim() !== "" && node.parentElement?.translate);
  for (const node of translated) {
    const font = document.createElement("font");
    font.textContent = `§${node.data}`;
    node.replaceWith(font);
  }
  return translated.length;
}

test("a page that the browser translates still shows what changes", async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  const code = await lateTable(zoe, { game: "point-city", variant: "standard", players: 2 }, 4);
  await zoe.open(`/t/${code}`);
  const mayor = new Mayor(zoe);
  await mayor.question();
  await page.evaluate(translate);
  const shown = await page.locator("main").innerText();
  expect(shown).not.toContain("§");
  await mayor.answer();
  await expect.poll(() => page.locator("main").innerText()).not.toBe(shown);
  // The rules can be translated.
  await zoe.open("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(translate)).toBeGreaterThan(5);
});

/** Reads the clipboard by pasting it. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement("textarea");
    field.id = "pasted";
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press("Control+V");
  const field = page.locator("#pasted");
  const text = await field.inputValue();
  await field.evaluate((element) => element.remove());
  return text;
}

test("a link is copied without https, or the page says how", async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  // Pages served by http have no clipboard.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const code = await openTable(zoe, { game: "point-city", variant: "standard", players: 2, bots: 0 });
  await zoe.open(`/t/${code}`);
  await zoe.press(page.getByRole("button", { name: "Copy" }));
  await expect(page.locator(".toasts")).toContainText("Copied.");
  expect(await pasted(page)).toBe(`${zoe.origin}/t/${code}`);
  await page.evaluate(() => void (document.execCommand = () => false));
  await zoe.press(page.getByRole("button", { name: "Copy" }));
  await expect(page.locator(".toasts")).toContainText("press Ctrl+C");
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${zoe.origin}/t/${code}`);
});

declare global {
  /** How far things moved on the page by themselves, as Chromium measures it. */
  var shifts: number;
  /** The elements that moved. */
  var shifted: string[];
}

/** Runs in the page, so it can use nothing from outside of it. */
function watchShifts(): void {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  }
  globalThis.shifts = 0;
  globalThis.shifted = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      globalThis.shifts += value;
      for (const { node } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        globalThis.shifted.push(`${element?.localName}.${element?.getAttribute("class")}`);
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** The shifts of a page until it is at rest. */
async function shiftsOf(page: Page, path: string): Promise<{ shifts: number; shifted: string[] }> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_000);
  return page.evaluate(() => ({ shifts: globalThis.shifts, shifted: globalThis.shifted }));
}

test("pages with tables of one's own don't move when these come", async ({ person }) => {
  test.skip(!HAS_ENGINE, "the client was built without the engine");
  const zoe = await person("Zoë");
  const { page } = zoe;
  const setup = { game: "point-city", variant: "standard", players: 2 } as const;
  const [playing] = await Promise.all([1, 2, 3].map(() => openTable(zoe, setup)));
  const lobby = await openTable(zoe, { ...setup, bots: 0 });
  const cities = await openTable(zoe, { ...setup, game: "between-two-cities", players: 3 });
  await zoe.open("/");
  const over = await lateDeviceTable(zoe, setup, Infinity);
  await page.reload();
  // The browser remembers how many tables of each kind there are.
  for (const name of ["Your tables", "Finished games"])
    await expect(page.getByRole("region", { name })).toBeVisible();
  await page.addInitScript(watchShifts);
  // As on a slow phone: what comes one after the other is painted one after the other.
  const session = await zoe.context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const sheets = ["/score/point-city", "/score/between-two-cities"];
  const tables = [lobby, playing, cities, over].map((code) => `/t/${code}`);
  const moved: string[] = [];
  for (const path of ["/", "/games", "/privacy", "/nothing", ...sheets, ...tables, `/r/${over}`]) {
    const { shifts, shifted } = await shiftsOf(page, zoe.origin + path);
    if (shifts >= 0.02) moved.push(`${path}: ${shifts.toFixed(3)} by ${shifted.join(", ")}`);
  }
  expect(moved).toEqual([]);
});

test("a game is looked back on from one's own seat, whatever one's name is now", async ({ person }) => {
  test.skip(!HAS_ENGINE, "the client was built without the engine");
  const zoe = await person("Zoë");
  const { page } = zoe;
  const code = await lateTable(zoe, { game: "point-city", variant: "standard", players: 2 }, 16);
  await expect(makeMoves([zoe], code, 99)).rejects.toThrow("the game was over");
  const renamed = await zoe.context.request.put(`${zoe.origin}/api/me`, {
    data: { name: "Mia", colour: "plum" },
  });
  expect(renamed.status()).toBe(200);
  await zoe.open(`/r/${code}`);
  await expect(page.getByRole("combobox", { name: "Seen by" }).locator("option:checked")).toHaveText("Zoë");
});

test("until its table has come nobody is the user in a replay, whatever names say", async ({ person }) => {
  test.skip(!HAS_ENGINE, "the client was built without the engine");
  const zoe = await person("Zoë");
  const { page } = zoe;
  const code = await lateTable(zoe, { game: "point-city", variant: "standard", players: 3 }, 16);
  await expect(makeMoves([zoe], code, 99)).rejects.toThrow("the game was over");
  // Another player of that game was called Zoë as well.
  const renamed = await zoe.context.request.put(`${zoe.origin}/api/me`, {
    data: { name: "Mia", colour: "plum" },
  });
  expect(renamed.status()).toBe(200);
  let come = (): void => undefined;
  const waits = new Promise<void>((resolve) => (come = resolve));
  await page.routeWebSocket(/\/socket/, async (socket) => {
    await waits;
    socket.connectToServer();
  });
  // The record has the names of then; by now the user has that of another player.
  await page.route(`**/api/tables/${code}/record*`, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replace('"Zoë"', '"Nobody"').replace('"Bruno"', '"Mia"'),
    });
  });
  await zoe.open(`/r/${code}`);
  const eyes = page.getByRole("combobox", { name: "Seen by" });
  await expect(eyes.locator("option:checked")).toHaveText("somebody watching");
  await expect(page).toHaveURL(/#s=0$/);
  come();
  await expect(eyes.locator("option:checked")).toHaveText("Nobody");
  await expect(page).toHaveURL(/#s=0&e=\d$/);
});

test("a page that can't begin says why", async ({ person }) => {
  const zoe = await person("Zoë", { nameless: true });
  const { page } = zoe;
  const told = page.getByText("doesn't work below a path");
  // Below a path the page is served, but none of its files.
  await page.route("**/assets/**", (route) => route.abort());
  await zoe.open("/");
  await expect(told).toBeHidden();
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
  await expect(told).toBeVisible();
  await page.unrouteAll();
  await zoe.open("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(told).toHaveCount(0);
});
