// Measures how smoothly a finished game can be dragged through: `node scripts/scrub-speed.mjs URL RECORD… [--slow 4] [--phone]`. URL is a
// server (`townhall serve`), each RECORD a file; its first game is loaded into the browser, and its whole length is dragged
// through in a few seconds, there and back, with the processor slowed down. Needs a Chromium, as the browser tests do (CHROMIUM,
// else the one that Playwright has installed).
//
// Frames a second depend on the load of the machine. A measure that does not, apart from caches, is the time for which the page's own
// thread uses the processor in each frame, from a trace of a drag in another page, which is not slowed down: for 60 frames a
// second on a processor four times slower it must stay below 4.2 ms. After a frame of more than 25 ms the page waits before it
// draws the next step (src/pages/replay/game.svelte.ts), so a slow drag shows fewer steps.
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const words = process.argv.slice(2);
const at = words.indexOf("--slow");
const slow = at < 0 ? 4 : Number(words.splice(at, 2)[1]);
const phone = words.indexOf("--phone");
if (phone >= 0) words.splice(phone, 1);
const [url, ...records] = words;
if (!url || records.length === 0) throw new Error("expected URL RECORD…");

/** How long it takes to drag from one end to the other, in milliseconds. */
const DRAG = 4_000;
const SCREEN =
  phone < 0
    ? { viewport: { width: 1280, height: 800 } }
    : { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];
/** For how long a frame may use a processor that is four times as fast, in milliseconds. */
const BUDGET = 4.2;
/** A frame in which nothing was drawn takes less. */
const NOTHING = 1;
/** The parts of a frame, by the names of a trace. */
const KINDS = [
  "FunctionCall",
  "FireAnimationFrame",
  "UpdateLayoutTree",
  "Layout",
  "PrePaint",
  "Paint",
  "Layerize",
  "Commit",
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || undefined,
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const record of records) {
  const context = await browser.newContext(SCREEN);
  const [game] = readFileSync(record, "utf8").split(/^(?=\{"record")/m);
  const file = join(tmpdir(), `scrubbed-${process.pid}.jsonl`);
  writeFileSync(file, game ?? "");
  const loading = await context.newPage();
  await loading.goto(url);
  await loading.locator("input[type=file]").setInputFiles(file);
  await loading.waitForURL(/\/t\//);
  const code = /\/t\/(\w+)/.exec(loading.url())?.[1];
  await loading.close();

  const slowed = await open(context, code);
  await (await context.newCDPSession(slowed)).send("Emulation.setCPUThrottlingRate", { rate: slow });
  // The first steps load pictures and compile code.
  await drag(slowed, 1_000);
  const { frames, last } = await drag(slowed, DRAG);
  await slowed.close();

  const traced = await open(context, code);
  await drag(traced, 1_000);
  const trace = join(tmpdir(), `scrubbed-${process.pid}.json`);
  await browser.startTracing(traced, { path: trace, categories: CATEGORIES });
  await drag(traced, DRAG);
  await browser.stopTracing();
  const { each, parts } = framesIn(JSON.parse(readFileSync(trace, "utf8")).traceEvents);
  frames.sort((a, b) => a - b);
  const share = (limit) => (100 * frames.filter((ms) => ms > limit).length) / frames.length;
  const nth = (all, part) => all[Math.min(all.length - 1, Math.floor(part * all.length))]?.toFixed(1);
  const rate = (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
  console.log(
    `${record.split("/").at(-1)}: ${last} steps, processor slowed ${slow}x: ${rate.toFixed(1)} frames a second; ` +
      `frame ms median ${nth(frames, 0.5)}, 95 % ${nth(frames, 0.95)}, longest ${nth(frames, 1)}; ` +
      `${share(25).toFixed(1)} % missed a frame`,
  );
  const over = (100 * each.filter((ms) => ms > BUDGET).length) / each.length;
  console.log(
    `  processor ms of a frame: median ${nth(each, 0.5)}, 95 % ${nth(each, 0.95)}, longest ${nth(each, 1)}; ` +
      `${over.toFixed(1)} % above ${BUDGET}. Of a step: ` +
      parts.map(([name, ms]) => `${name} ${(ms / last / 2).toFixed(2)}`).join(", "),
  );
  await context.close();
}
await browser.close();

/** Opens the page of a recorded game. */
async function open(context, code) {
  const page = await context.newPage();
  await page.goto(`${url}/r/${code}`);
  await page.locator("[data-step]").waitFor();
  return page;
}

/** How long the page's own thread used the processor in each frame in which it drew something, and the share of each part. */
function framesIn(events) {
  const thread = ({ pid, tid }) => `${pid}.${tid}`;
  const named = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const pages = new Set(named.map(thread));
  const own = events.filter((one) => one.tdur && pages.has(thread(one)));
  const animated = own.filter(({ name }) => name === "FireAnimationFrame");
  // Of a frame all that is done by script, for layout and for painting is one task.
  const tasks = own.filter(
    ({ name, ts, dur }) => name === "RunTask" && animated.some((one) => one.ts >= ts && one.ts < ts + dur),
  );
  const each = tasks.map(({ tdur }) => tdur / 1_000).filter((ms) => ms > NOTHING);
  const parts = KINDS.map((kind) => {
    const of = own.filter(({ name }) => name === kind);
    return [kind, of.reduce((sum, { tdur }) => sum + tdur / 1_000, 0)];
  });
  return { each: each.sort((a, b) => a - b), parts };
}

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
          const value = String(Math.round(last * (gone <= 1 ? gone : 2 - gone)));
          if (value !== range.value) {
            range.value = value;
            range.dispatchEvent(new Event("input", { bubbles: true }));
          }
          requestAnimationFrame(frame);
        }
        requestAnimationFrame(frame);
      }),
    duration,
  );
}
