// Tables of this browser outlive faults of the engine and the end of the browser; other browsers can run it as well.
import { chromium as playwright, type Browser } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { appIsKept, lateDeviceTable } from "./fixtures/device";
import { HAS_ENGINE } from "./fixtures/engines";
import { FileHost } from "./fixtures/files";
import { Person } from "./fixtures/person";
import { expect, test } from "./fixtures/test";
import { Mayor } from "./players/point-city";

test.skip(!HAS_ENGINE, "the client was built without the engine");

const SOLO = { game: "point-city", variant: "solo-easy", players: 1 } as const;

test("a fault of the engine costs one table a moment, and no other table anything", async ({ person }) => {
  const zoe = await person("Zoë");
  await zoe.open("/");
  const codes = [await lateDeviceTable(zoe, SOLO, 2), await lateDeviceTable(zoe, SOLO, 3)] as const;
  await zoe.open(`/t/${codes[0]}`);
  const other = new Person(zoe.name, zoe.context, await zoe.context.newPage(), zoe.hands, zoe.origin);
  await other.open(`/t/${codes[1]}`);
  const [mayor, neighbour] = [new Mayor(zoe), new Mayor(other)];
  await mayor.question();
  await neighbour.question();
  const untouched = await neighbour.layout();
  // The engine's next answer is a trap, as after a panic.
  await Promise.all(
    zoe.page.workers().map((worker) =>
      worker.evaluate(() => {
        const { decode } = TextDecoder.prototype;
        TextDecoder.prototype.decode = () => {
          TextDecoder.prototype.decode = decode;
          throw new WebAssembly.RuntimeError("unreachable");
        };
      }),
    ),
  );
  const before = await mayor.layout();
  await mayor.answer();
  await expect.poll(() => mayor.layout()).not.toBe(before);
  await mayor.question();
  await mayor.answer();
  zoe.forgive(/a table failed; it goes on from what is stored/);
  expect(await neighbour.layout()).toBe(untouched);
  await neighbour.answer();
});

test("a browser that can't run the engine plays on the server", async ({ person }) => {
  const zoe = await person("Zoë");
  // A browser without SIMD does not compile the engine, just as none compiles this.
  const unknown = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0xff]);
  await zoe.context.route("**/*.wasm", (route) =>
    route.fulfill({ contentType: "application/wasm", body: unknown }),
  );
  await zoe.open("/");
  const card = zoe.page.getByRole("article", { name: "Point City" });
  await zoe.press(card.getByRole("button", { name: "Play now" }));
  const mayor = new Mayor(zoe);
  await mayor.question();
  await mayor.answer();
  zoe.forgive(/no table can be opened in this browser/);
  const there = await zoe.context.request.get(`${zoe.origin}/api/tables?scope=mine`);
  expect(await there.text()).toContain(new URL(zoe.page.url()).pathname.split("/").at(-1));
});

test("a press on a notification brings its page back, or opens it anew", async ({ person }) => {
  const zoe = await person("Zoë", { context: { serviceWorkers: "allow" } });
  await zoe.open("/");
  await appIsKept(zoe);
  const [worker] = zoe.context.serviceWorkers();
  // The system's action is recorded; only a real press may cause it.
  const pressed = (path: string): Promise<string[]> | undefined =>
    worker?.evaluate(async (path) => {
      const { registration, clients } = self as unknown as ServiceWorkerGlobalScope;
      const did: string[] = [];
      WindowClient.prototype.focus = function () {
        did.push(`focus ${this.url}`);
        return Promise.resolve(this);
      };
      clients.openWindow = (url) => (did.push(`open ${url}`), Promise.resolve(null));
      const ended: Promise<unknown>[] = [];
      const data = new URL(path, registration.scope).href;
      const event = Object.assign(new Event("notificationclick"), {
        notification: { data, close: () => did.push("close") },
        waitUntil: (end: Promise<unknown>) => ended.push(end),
      });
      self.dispatchEvent(event);
      await Promise.all(ended);
      return did;
    }, path);
  expect(await pressed("")).toEqual(["close", `focus ${zoe.origin}/`]);
  expect(await pressed("t/ABCDE")).toEqual(["close", `open ${zoe.origin}/t/ABCDE`]);
});

/** A browser with a persistent profile in a folder, which can be killed. */
async function browse(folder: string): Promise<[Browser, ChildProcess]> {
  const program = process.env.CHROMIUM || playwright.executablePath();
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--remote-debugging-port=0",
  ];
  const child = spawn(program, [...flags, `--user-data-dir=${folder}`, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    // Where a script starts the browser, both are killed.
    detached: true,
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (!address) continue;
    child.stderr.resume();
    return [await playwright.connectOverCDP(address), child];
  }
  throw new Error(`${program} did not start`);
}

test("a browser that is killed and started again goes on", async ({ server }) => {
  const folder = await mkdtemp(join(tmpdir(), "townhall-browser-"));
  const children: ChildProcess[] = [];
  const kill = ({ pid }: ChildProcess): void => void (pid && process.kill(-pid, "SIGKILL"));
  let code = "";
  let shown = "";
  try {
    for (const again of [false, true]) {
      const [browser, child] = await browse(folder);
      children.push(child);
      const gone = once(child, "exit");
      const [context] = browser.contexts();
      if (!context) throw new Error("a browser has a context");
      const page = context.pages()[0] ?? (await context.newPage());
      await page.setViewportSize({ width: 1280, height: 800 });
      const zoe = new Person("Zoë", context, page, "mouse", server.origin);
      await zoe.open("/");
      const mayor = new Mayor(zoe);
      if (again) {
        await expect(page.getByRole("region", { name: "Your tables" }).getByRole("link")).toHaveCount(1);
      } else {
        code = await lateDeviceTable(zoe, SOLO, 2);
      }
      await zoe.open(`/t/${code}`);
      await mayor.question();
      if (again) {
        await expect.poll(() => mayor.layout()).toBe(shown);
        await mayor.answer();
      } else {
        await mayor.play(2);
        await mayor.question();
        shown = await mayor.layout();
      }
      kill(child);
      await gone;
    }
  } finally {
    children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).forEach(kill);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Runs in Firefox: begins a game, draws cards, and tells the host when the next question is there. */
const SMOKE = `(async () => {
  const until = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  const one = (within, name) =>
    [...document.querySelectorAll(within + " button")].find((it) => it.textContent.trim() === name && !it.disabled);
  (await until(() => one("article:last-of-type", "Play now"))).click();
  (await until(() => document.querySelector("[data-stock=deck][aria-disabled=false]"))).click();
  (await until(() => document.querySelector("[data-testid=pc-panel] .primary:not(:disabled)"))).click();
  await until(() => !document.querySelector("[data-testid=pc-panel]"));
  await until(() => document.querySelector("[data-testid=question].mine"));
  await fetch("told?ok");
})();`;

const FIREFOX = ["firefox", "firefox-esr"]
  .flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)))
  .find((program) => existsSync(program));

test("a game in Firefox, where there is one", async () => {
  test.skip(!FIREFOX, "there is no Firefox");
  const host = await FileHost.open("/", SMOKE);
  const profile = await mkdtemp(join(tmpdir(), "townhall-firefox-"));
  const child = spawn(FIREFOX ?? "", ["--headless", "--no-remote", "--profile", profile, host.page], {
    stdio: "ignore",
  });
  try {
    expect(await host.told).toBe("ok");
  } finally {
    child.kill("SIGKILL");
    host.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
