// Pictures of the installed app, into the folder `PICTURES`: those that the manifest shows (public/screenshots), and the
// README's phones in airplane mode (docs/airplane-mode.jpg).
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { appIsKept, lateDeviceTable } from "../fixtures/device";
import { GameServer } from "../fixtures/server";
import { test } from "../fixtures/test";

const { PICTURES = "test-results/pictures" } = process.env;

const GAMES = [
  { game: "point-city", variant: "standard", players: 3, moves: 9 },
  { game: "between-two-cities", variant: "standard", players: 4, moves: 16 },
] as const;

/** The pictures that show either game. */
const BOARDS = /^(point-city|btc-play)$/;

/** Stores what `page` shows as WebP, which takes half of the bytes of a JPEG; Playwright itself does not write it. */
async function capture(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // In pixels of the screen, of which a phone has several for each of CSS.
  const clip = await page.evaluate(() => ({
    x: 0,
    y: 0,
    width: innerWidth,
    height: innerHeight,
    scale: devicePixelRatio,
  }));
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 50, clip });
  await session.detach();
  await writeFile(join(PICTURES, `${name}.webp`), data, "base64");
}

/** A phone around a picture of its screen, with a status bar of its own. */
const phone = (picture: Buffer): string => `
  <div style="padding:10px;border-radius:44px;background:#20242a;box-shadow:0 10px 30px #0005">
    <div style="overflow:hidden;border-radius:34px;background:#f6f1e7">
      <div style="display:flex;align-items:center;gap:7px;height:34px;padding:0 24px;font:600 15px sans-serif;color:#2a2722">
        <span style="flex:1">9:41</span>
        <svg width="17" height="17" viewBox="0 0 24 24" fill="currentColor">
          <path d="M10.5 3.5a1.5 1.5 0 013 0V9l8 5v2l-8-2.5V19l2.5 1.8V22L12 21l-4 1v-1.200L10.500 19v-5.500L2.500 16v-2l8-5z" />
        </svg>
        <svg width="26" height="14" viewBox="0 0 26 14" fill="none" stroke="currentColor">
          <rect x="1" y="1.500" width="21" height="11" rx="3" />
          <rect x="3" y="3.500" width="13" height="7" rx="1.500" fill="currentColor" />
          <path d="M24.500 5v4" stroke-width="2" />
        </svg>
      </div>
      <img width="360" height="700" style="display:block" src="data:image/png;base64,${picture.toString("base64")}" />
    </div>
  </div>`;

test("the installed app on a desktop", async ({ person }) => {
  const zoe = await person("Zoë", { context: { viewport: { width: 1280, height: 800 } } });
  await zoe.open("/");
  for (const { moves, ...setup } of GAMES) {
    await zoe.open(`/t/${await lateDeviceTable(zoe, setup, moves)}`);
    await zoe.page.getByTestId(BOARDS).waitFor();
    await capture(zoe.page, `${setup.game}-wide`);
  }
});

test("the installed app on a phone, and in airplane mode", async ({ person, browser }) => {
  const at = await GameServer.open();
  const screen = {
    viewport: { width: 360, height: 700 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  };
  const zoe = await person("Zoë", { at, context: { ...screen, serviceWorkers: "allow" } });
  const { page } = zoe;
  await zoe.open("/");
  await appIsKept(zoe);
  await at.kill();
  const shots: Buffer[] = [];
  for (const { moves, ...setup } of GAMES) {
    await zoe.open(`/t/${await lateDeviceTable(zoe, setup, moves)}`);
    await page.getByTestId(BOARDS).waitFor();
    await capture(page, `${setup.game}-narrow`);
    shots.push(await page.screenshot());
  }
  await zoe.open("/");
  await page.getByRole("region", { name: "Your tables" }).waitFor();
  shots[1] = shots[0] ?? Buffer.alloc(0);
  shots[0] = await page.screenshot();
  const context = await browser.newContext({ viewport: { width: 860, height: 800 } });
  const wall = await context.newPage();
  await wall.setContent(
    `<body style="display:flex;justify-content:space-evenly;align-items:center;height:100vh;margin:0;background:#dfe8e4">
      ${shots.map(phone).join("")}</body>`,
  );
  await wall.screenshot({ path: join(PICTURES, "airplane-mode.jpg"), type: "jpeg", quality: 82 });
  await context.close();
  await at.close();
});

test("the preview of a link in messengers", async ({ person }) => {
  const zoe = await person("Zoë", { context: { viewport: { width: 1200, height: 630 } } });
  const { page } = zoe;
  await zoe.open("/");
  for (const { game } of GAMES) {
    const picture = page.locator("article", { has: page.locator(`#name-${game}`) }).locator(".picture svg");
    await picture.first().waitFor();
    await picture.first().evaluate((drawing) => {
      drawing.setAttribute("preserveAspectRatio", "xMidYMid slice");
      (drawing as SVGElement).style.cssText = "position:fixed;inset:0;width:100vw;height:100vh;z-index:999";
    });
    await page.screenshot({ path: join(PICTURES, `${game}-preview.jpg`), type: "jpeg", quality: 75 });
    await zoe.open("/");
  }
});
