// How smoothly somebody drags through a finished game: `node scripts/scrub-speed.mjs URL RECORD… [--slow 4]`. URL is a server
// (`townhall serve`), each RECORD a file; its first game is loaded into the browser, and its whole length is dragged through in
// a few seconds, there and back, with the processor slowed down. Needs a Chromium, as the browser tests do (CHROMIUM, else the
// one that Playwright has installed).
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const words = process.argv.slice(2);
const at = words.indexOf("--slow");
const slow = at < 0 ? 4 : Number(words.splice(at, 2)[1]);
const [url, ...records] = words;
if (!url || records.length === 0) throw new Error("expected URL RECORD…");

/** How long it takes to drag from one end to the other, in milliseconds. */
const DRAG = 4_000;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || undefined,
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const record of records) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const [game] = readFileSync(record, "utf8").split(/^(?=\{"record")/m);
  const file = join(tmpdir(), `scrubbed-${process.pid}.jsonl`);
  writeFileSync(file, game ?? "");
  await page.goto(url);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.waitForURL(/\/t\//);
  await page.goto(`${url}/r/${/\/t\/(\w+)/.exec(page.url())?.[1]}`);
  await page.locator("[data-step]").waitFor();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow });
  // The first steps load pictures and compile code.
  await drag(page, 1_000);
  const { frames, last } = await drag(page, DRAG);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  frames.sort((a, b) => a - b);
  const share = (limit) => (100 * frames.filter((ms) => ms > limit).length) / frames.length;
  const nth = (part) => frames[Math.min(frames.length - 1, Math.floor(part * frames.length))]?.toFixed(1);
  const rate = (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
  console.log(
    `${record.split("/").at(-1)}: ${last} steps, processor slowed ${slow}x: ${rate.toFixed(1)} frames a second; ` +
      `frame ms median ${nth(0.5)}, 95 % ${nth(0.95)}, longest ${nth(1)}; ${share(25).toFixed(1)} % missed a frame`,
  );
  await context.close();
}
await browser.close();

/** Drags the scrubber from one end to the other and back, each way in so many milliseconds; the times between frames. */
function drag(page, duration) {
  return page.evaluate(
    (duration) =>
      new Promise((resolve) => {
        const range = document.querySelector(".scrubber input[type=range]");
        const last = Number(range.max);
        const frames = [];
        let begun = 0;
        let before = 0;
        function frame(now) {
          begun ||= now;
          if (before) frames.push(now - before);
          before = now;
          const gone = (now - begun) / duration;
          if (gone >= 2) return resolve({ frames, last });
          range.value = String(Math.round(last * (gone <= 1 ? gone : 2 - gone)));
          range.dispatchEvent(new Event("input", { bubbles: true }));
          requestAnimationFrame(frame);
        }
        requestAnimationFrame(frame);
      }),
    duration,
  );
}
