// The longest tasks of the page's own thread in whole games: opening a table, every turn, the end.
// `node web/scripts/longest-task.mjs [WORDS]`, after `cargo build --bin townhall` and `npx vite build` in web/.
//
// WORDS: only the games in whose name they are.
//
// Measured is the time that the thread used the processor, from a trace: on a machine that others share it is the same as on
// one that is idle, apart from caches. A processor four times slower takes four times that.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const TOWNHALL =
  process.env.TOWNHALL ?? fileURLToPath(new URL("../../target/debug/townhall", import.meta.url));
const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "v8"];
const SHOWN = 5;
/** How many steps a game may take. */
const STEPS = 1_500;

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const cities = { game: "between-two-cities", variant: "standard" };
const market = { game: "point-city", variant: "standard" };
const GAMES = [
  { name: "Between Two Cities for 4, phone", setup: { ...cities, players: 4 }, screen: PHONE },
  { name: "Between Two Cities for 7, desktop", setup: { ...cities, players: 7 }, screen: DESKTOP },
  { name: "Point City for 3, phone", setup: { ...market, players: 3 }, screen: PHONE },
  { name: "Point City for 4, desktop", setup: { ...market, players: 4 }, screen: DESKTOP },
];

async function serve(folder) {
  const data = join(folder, "townhall.db");
  const args = ["serve", "--listen", "127.0.0.1:0", "--data", data, "--no-limits"];
  const server = spawn(TOWNHALL, args, { stdio: ["ignore", "pipe", "inherit"] });
  const origin = await new Promise((found) =>
    server.stdout.on("data", (text) => {
      const open = /is open: (http:\/\/[\d.:]+)\//.exec(String(text));
      if (open) found(open[1]);
    }),
  );
  return { origin, stop: () => server.kill() };
}

async function open(request, origin, { game, variant, players }) {
  await request.put(`${origin}/api/me`, { data: { name: "Zoë", colour: "teal" } });
  const options = { pace: "untimed", talk: "open", undo: "until-revealed", bots: "instant" };
  const bots = Array.from({ length: players - 1 }, () => "greedy");
  const answer = await request.post(`${origin}/api/tables`, {
    data: {
      game,
      variant,
      players,
      options: { ...options, listing: "private", game: null },
      bots,
      start: true,
    },
  });
  return (await answer.json()).code;
}

/** Runs in the page: does one thing on the board, if there is something to do. Whether the game is over. */
function step() {
  const find = (selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  if (find('[data-testid="btc-result"], [data-testid="pc-result"]')) return true;
  const ready = find('.go.ready:enabled, [data-testid="pc-panel"] .primary:enabled, .ask .primary:enabled');
  const unpicked = find(".hand button:enabled[aria-pressed=false]");
  const spot = find("button.spot.best") ?? find("button.spot:not(.far)");
  const partner = find(".cell.partner .card");
  const token = find('[data-testid="pc-panel"] .token[aria-pressed=false]');
  const next = ready ?? unpicked ?? spot ?? token ?? partner;
  if (next) {
    window.tried = 0;
    return void next.click();
  }
  // Point City: a card that has no neighbour to go with it is dropped, and the one after it is tried.
  const cards = [...document.querySelectorAll(".cell .card:not([aria-disabled=true])")];
  const picked = cards.findIndex((card) => card.ariaPressed === "true");
  if (picked >= 0) {
    window.tried = picked + 1;
    return void cards[picked].click();
  }
  (cards[window.tried ?? 0] ?? document.querySelector("[data-stock=deck]"))?.click();
  if (!cards[window.tried ?? 0]) window.tried = 0;
}

/** The longest tasks in a trace, each with its longest part. */
function tasksIn(events) {
  const thread = ({ pid, tid }) => `${pid}.${tid}`;
  const named = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const pages = new Set(named.map(thread));
  const tasks = events.filter((one) => one.name === "RunTask" && one.tdur && pages.has(thread(one)));
  tasks.sort((one, other) => other.tdur - one.tdur);
  return tasks.slice(0, SHOWN).map((task) => {
    const parts = {};
    for (const { name, ts, tdur = 0, ...of } of events)
      if (thread(of) === thread(task) && ts >= task.ts && ts < task.ts + task.dur && tdur > 1_000)
        if (
          /^(Layout|UpdateLayoutTree|Paint|EvaluateScript|v8.evaluateModule|RunMicrotasks|TimerFire)$/.test(
            name,
          )
        )
          parts[name] = (parts[name] ?? 0) + tdur / 1_000;
    const most = Object.entries(parts).sort((one, other) => other[1] - one[1]);
    const words = most.slice(0, 3).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
    return `${(task.tdur / 1_000).toFixed(0)} ms (${words.join(", ")})`;
  });
}

const folder = await mkdtemp(join(tmpdir(), "townhall-tasks-"));
const server = await serve(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || undefined,
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const { name, setup, screen } of GAMES.filter(({ name }) => name.includes(process.argv[2] ?? ""))) {
    const context = await browser.newContext({ ...screen, serviceWorkers: "block" });
    const page = await context.newPage();
    const code = await open(context.request, server.origin, setup);
    const path = join(folder, "trace.json");
    const traced = async (title, act) => {
      await browser.startTracing(page, { path, categories: CATEGORIES });
      await act();
      await browser.stopTracing();
      const { traceEvents } = JSON.parse(await readFile(path, "utf8"));
      console.log(`${name}: ${title}: ${tasksIn(traceEvents).join(" · ")}`);
    };
    await traced("opened", async () => {
      await page.goto(`${server.origin}/t/${code}`);
      await page.locator(".hand button, .question").first().waitFor();
      await page.waitForTimeout(2_000);
    });
    await traced("played", async () => {
      let steps = 0;
      while (steps < STEPS && !(await page.evaluate(step))) {
        steps++;
        await page.waitForTimeout(30);
      }
      if (steps === STEPS) throw new Error(`${name}: the game did not end in ${STEPS} steps`);
      await page.waitForTimeout(6_000);
    });
    await context.close();
  }
} finally {
  await browser.close();
  server.stop();
  await rm(folder, { recursive: true, force: true });
}
