// How long the installed app takes from its opening to the first question, without a network, on a slow processor.
// `node web/scripts/cold-start.mjs [RUNS]`, after `cargo xtask engine` and `npx vite build --mode site` in web/.
//
// Each run is a browser of its own, on a profile whose service worker keeps the app; the server is gone. The page is opened
// by the shortcut of a game, as an installed app is by its icon. All processes of the browser, its workers' threads among
// them, may run for a quarter of the time only: they are stopped and let go on in turn, so that all their work takes four
// times as long (SLOWED=1: nothing is slowed). Other work on the machine makes the figures worse, so the load stands beside
// them.
import { readFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const SITE = process.env.SITE ?? fileURLToPath(new URL("../dist-site", import.meta.url));
const RUNS = Number(process.argv[2] ?? 5);
const SLOWED = Number(process.env.SLOWED ?? 4);
/** How long the browser runs at a time, in milliseconds. */
const SLICE = 4;
/** The bar of the issue, in milliseconds. */
const BAR = 2_000;
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const GAMES = { "between-two-cities": ".hand button", "point-city": '[data-testid="question"]' };
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves the folder of the site at a port, or at any free one. */
async function serve(port = 0) {
  const server = createServer(async ({ url }, response) => {
    const path = new URL(url, "http://localhost").pathname.slice(1) || "index.html";
    try {
      const bytes = await readFile(join(SITE, path));
      response
        .writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" })
        .end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return server;
}

/** The group of all processes of the browser that uses a profile. */
async function groupOf(folder) {
  for (const name of await readdir("/proc")) {
    const read = (of) => readFile(`/proc/${name}/${of}`, "utf8").catch(() => "");
    if (!/^\d+$/.test(name) || !(await read("cmdline")).includes(folder)) continue;
    const [, group] = /\) \S \d+ (\d+)/.exec(await read("stat")) ?? [];
    if (group) return Number(group);
  }
  throw new Error("no browser uses this profile");
}

/** Lets the processes of a group run for a part of the time only, until `stop` is called. */
function slow(group) {
  if (SLOWED === 1) return { stop: () => undefined };
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  let stopped = false;
  const turns = (async () => {
    let since = performance.now();
    while (!stopped) {
      await wait(SLICE);
      process.kill(-group, "SIGSTOP");
      // Timers are late on a busy machine: the measured time is the one for which it really ran.
      const until = performance.now() + (SLOWED - 1) * (performance.now() - since);
      while (performance.now() < until) await wait(1);
      process.kill(-group, "SIGCONT");
      since = performance.now();
    }
  })();
  return {
    stop: () => {
      stopped = true;
      return turns;
    },
  };
}

const launch = (folder) =>
  chromium.launchPersistentContext(folder, {
    ...PHONE,
    executablePath: process.env.CHROMIUM || undefined,
    args: ["--no-sandbox", "--disable-gpu"],
  });

/** Runs in every page: notes when the first question is there. */
function note(selector) {
  const look = () => {
    if (document.querySelector(selector)?.checkVisibility()) window.asked = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in a page: how long a fixed piece of work takes, in milliseconds. */
function work() {
  const begun = performance.now();
  let sum = 0;
  for (let n = 0; n < 5e7; n++) sum = (sum * 31 + n) | 0;
  return performance.now() - begun + sum * 0;
}

/** One cold start: its time, and how much slower the browser was than without brakes. */
async function run(folder, origin, game) {
  const context = await launch(folder);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.evaluate(work);
    const quick = await page.evaluate(work);
    await page.addInitScript(note, GAMES[game]);
    const slowed = slow(await groupOf(folder));
    try {
      const slowly = await page.evaluate(work);
      await page.goto(`${origin}/#play=${game}`, { waitUntil: "commit", timeout: 60_000 });
      const asked = await page.waitForFunction(() => window.asked, null, { timeout: 60_000 });
      return { time: await asked.jsonValue(), factor: slowly / quick };
    } finally {
      await slowed.stop();
    }
  } finally {
    await context.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), "townhall-cold-"));
try {
  const server = await serve();
  const origin = `http://127.0.0.1:${server.address().port}`;
  const installing = await launch(folder);
  const page = await installing.newPage();
  for (let visit = 0; visit < 2; visit++) {
    await page.goto(origin);
    await page.waitForFunction(
      async () => (await navigator.serviceWorker.ready).active?.state === "activated",
    );
  }
  await installing.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  for (const game of Object.keys(GAMES)) {
    const runs = [];
    for (let n = 0; n < RUNS; n++) runs.push(await run(folder, origin, game));
    const median = (of) => runs.map(of).sort((one, other) => one - other)[Math.floor(RUNS / 2)];
    const all = runs.map(({ time, factor }) => `${time.toFixed(0)} at ${factor.toFixed(1)}x`).join(", ");
    const [time, factor] = [median(({ time }) => time), median(({ factor }) => factor)];
    console.log(
      `${game}: ${time.toFixed(0)} ms, slowed ${factor.toFixed(1)} times (bar ${BAR}; ${all}; load ${loadavg()[0].toFixed(1)})`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
