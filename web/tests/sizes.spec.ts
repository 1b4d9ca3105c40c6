// The bytes that browsers load, compared with the sizes in xtask/sizes.json.
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { appIsKept } from "./fixtures/device";
import { CountingProxy, type Counted } from "./fixtures/counting";
import { HAS_ENGINE, WASM } from "./fixtures/engines";
import { expect, test } from "./fixtures/test";

/** By how much a size may exceed the committed one. */
const TOLERANCE = 1.05;

/** How long nothing is loaded when a page is idle, in milliseconds. */
const IDLE = 3_000;

/** The committed sizes, in bytes. */
async function committed(name: "first load" | "engine"): Promise<number> {
  const file = await readFile(new URL("../../xtask/sizes.json", import.meta.url), "utf8");
  return (JSON.parse(file) as Record<typeof name, number>)[name];
}

/** The parts of the first load: the beginnings or ends of paths. */
const PARTS: [name: string, path: RegExp][] = [
  ["page", /^\/$/],
  ["scripts", /[.]js$/],
  ["styles", /[.]css$/],
  ["fonts", /[.]woff2$/],
  ["manifest and icons", /[.](svg|png|webmanifest)$/],
  ["interface", /^\/api\//],
];

const bytesOf = (responses: readonly Counted[]): number =>
  responses.reduce((sum, { bytes }) => sum + bytes, 0);

test("a first visit loads few bytes until the page is idle", { tag: "@all" }, async ({ person, server }) => {
  test.skip(!HAS_ENGINE, "the client was built without the engine");
  const proxy = await CountingProxy.before(server.origin);
  try {
    const zoe = await person("Zoë", {
      nameless: true,
      at: proxy,
      context: { serviceWorkers: "allow" },
    });
    // Lists that are refreshed every few seconds are no part of a first load, however long it takes.
    await zoe.page.addInitScript(() => void Object.assign(window, { setInterval: () => 0 }));
    await zoe.open("/");
    await appIsKept(zoe);
    await proxy.quiet(IDLE);
    // Browsers with a window load these as well.
    const links = zoe.page.locator("link[rel=icon], link[rel=manifest]");
    for (const path of await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))) {
      await zoe.context.request.get(proxy.origin + path, { headers: { "accept-encoding": "gzip, br" } });
    }

    // The service worker comes after the page, and keeps the rest of the app.
    const isLater = ({ path, byServiceWorker }: Counted): boolean => byServiceWorker || path === "/sw.js";
    const loaded = proxy.responses.filter((one) => !isLater(one));
    const later = proxy.responses.filter(isLater);
    test.skip(
      loaded.some(({ path }) => path.endsWith(".wasm")),
      "the server answered so late that the page asked its own engine",
    );
    const parts = PARTS.map(([name, path]) => [name, loaded.filter((one) => path.test(one.path))] as const);
    for (const { path, bytes } of loaded) console.log(`${String(bytes).padStart(8)} ${path}`);
    for (const [name, responses] of parts) console.log(`${String(bytesOf(responses)).padStart(8)} ${name}`);
    console.log(`${String(bytesOf(loaded)).padStart(8)} in ${loaded.length} responses`);
    console.log(`${String(bytesOf(later)).padStart(8)} in ${later.length} more, for play without a network`);

    for (const [name, responses] of parts) expect(responses.length, name).toBeGreaterThan(0);
    expect(parts.flatMap(([, responses]) => responses)).toHaveLength(loaded.length);
    expect(bytesOf(later)).toBeGreaterThan((await committed("engine")) / 2);
    expect(bytesOf(loaded)).toBeLessThan((await committed("first load")) * TOLERANCE);
  } finally {
    proxy.close();
  }
});

test("the engine is small", { tag: "@all" }, async () => {
  test.skip(!HAS_ENGINE, "the client was built without the engine");
  const bytes = gzipSync(await readFile(WASM), { level: 9 }).length;
  console.log(`${bytes} bytes of the engine, compressed by gzip`);
  expect(bytes).toBeLessThan((await committed("engine")) * TOLERANCE);
});
