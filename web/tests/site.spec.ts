// The page without a server, from a host that serves files under a path.
import { readFile } from "node:fs/promises";
import { appIsKept } from "./fixtures/device";
import { HAS_ENGINE } from "./fixtures/engines";
import { FileHost } from "./fixtures/files";
import { Person } from "./fixtures/person";
import { expect, PREFERENCES, test } from "./fixtures/test";
import { Mayor } from "./players/point-city";

const RECORD = new URL("../../crates/townhall/tests/records/v1/point-city-standard-3.jsonl", import.meta.url);

test.skip(!HAS_ENGINE, "the client was built without the engine");

test(
  "a new release takes over between games, never in the middle of one",
  { tag: "@all" },
  async ({ browser }) => {
    const host = await FileHost.open("/");
    const context = await browser.newContext({ locale: "en", serviceWorkers: "allow" });
    try {
      const page = await context.newPage();
      const zoe = new Person("Zoë", context, page, "mouse", new URL(host.page).origin);
      await page.goto(host.page);
      await appIsKept(zoe);
      await zoe.press(
        page.getByRole("article", { name: "Point City" }).getByRole("button", { name: "Play now" }),
      );
      const mayor = new Mayor(zoe);
      await mayor.question();
      const first = page.locator("html:not(:has(meta[name=release]))");
      host.renew();
      await page.evaluate(async () => {
        const kept = await navigator.serviceWorker.ready;
        await kept.update();
        while (kept.waiting === null) await new Promise((done) => setTimeout(done, 50));
      });
      // Hidden and shown again, as when the user switches apps: the game goes on.
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await mayor.answer();
      await mayor.question();
      await expect(first).toHaveCount(1);
      // At home it is exchanged, and what the old one kept is gone.
      await zoe.press(page.getByRole("link", { name: "Townhall: home page" }));
      await expect(page.locator("meta[name=release]")).toHaveAttribute("content", "2");
      await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["townhall-0123456789abcdef"]);
      await expect(page.getByRole("region", { name: "Your tables" }).getByRole("link")).toHaveCount(1);
      zoe.content();
    } finally {
      await context.close();
      host.close();
    }
  },
);

test(
  "a page under a subfolder of a host of files",
  { tag: "@all" },
  async ({ browser, viewport, hasTouch }) => {
    const host = await FileHost.open("/games/town hall/");
    const context = await browser.newContext({ viewport, hasTouch, locale: "en", ...PREFERENCES });
    try {
      const page = await context.newPage();
      const zoe = new Person("Zoë", context, page, hasTouch ? "touch" : "mouse", new URL(host.page).origin);
      await page.goto(host.page);
      await expect(page.getByText("Here you play against bots")).toBeVisible();
      await expect(page.getByRole("button", { name: "Invite friends" })).toHaveCount(0);
      const card = page.getByRole("article", { name: "Point City" });
      await zoe.press(card.getByRole("button", { name: "Play now" }));
      const mayor = new Mayor(zoe);
      await mayor.play(2);
      await mayor.question();
      // The address says where one is, and leads back there.
      expect(page.url()).toMatch(/town%20hall\/#\/t\/[A-Z0-9]{6}$/);
      const shown = await mayor.layout();
      await page.reload();
      await mayor.question();
      await expect.poll(() => mayor.layout()).toBe(shown);
      await zoe.press(page.getByRole("link", { name: "Townhall: home page" }));
      await expect(page.getByRole("region", { name: "Your tables" }).getByRole("link")).toHaveCount(1);
      await page.goto(`${host.page}#/t/ABC234`);
      await expect(page.getByRole("heading", { name: "No such table" })).toBeVisible();
      // Tables of home are scored in the page.
      const cities = "SSSSHHOmOPOOOPHP-mdFFOeObOOOOSSSS-mdFFHeFPSHbPHHHO";
      await page.goto(`${host.page}#/score/between-two-cities#v=standard&n=3&p=Ada&p=Ben&p=Cleo&s=${cities}`);
      await expect(page.getByRole("region", { name: "Ranking" }).getByRole("listitem")).toHaveCount(3);
      // A finished game that the host has beside the page is shown like one of a server.
      host.more.set("records/SHOWN2.jsonl", await readFile(RECORD, "utf8"));
      await page.goto(`${host.page}#/r/SHOWN2#s=3`);
      await expect(page.locator("[data-step='3']")).toBeVisible();
      zoe.content();
    } finally {
      await context.close();
      host.close();
    }
  },
);
