// The engine as WebAssembly against the same engine as a native program: byte for byte the same answers.
import { readdir, readFile } from "node:fs/promises";
import {
  BothEngines,
  dice,
  effectsOf,
  enginePath,
  HAS_ENGINE,
  PlayedTable,
  WASM,
  ZOE,
} from "./fixtures/engines";
import { expect, test } from "./fixtures/test";

/** How many random games are played; a few thousand for a longer check. */
const GAMES = Number(process.env.GAMES ?? 30);

const RECORDS = new URL("../../crates/townhall/tests/records/v1/", import.meta.url);

const JOURNALS = new URL("../../crates/townhall-table/tests/journals/", import.meta.url);

const MODES = [
  { game: "between-two-cities", variant: "standard", players: [3, 4, 5, 6, 7] },
  { game: "between-two-cities", variant: "two-player", players: [2] },
  { game: "between-two-cities", variant: "automa-easy", players: [1] },
  { game: "between-two-cities", variant: "automa-medium", players: [1] },
  { game: "between-two-cities", variant: "automa-hard", players: [1] },
  { game: "point-city", variant: "standard", players: [2, 3, 4] },
  { game: "point-city", variant: "solo-easy", players: [1] },
  { game: "point-city", variant: "solo-medium", players: [1] },
  { game: "point-city", variant: "solo-hard", players: [1] },
];

/** Levels whose moves depend on no clock. */
const LEVELS = ["random", "novice", "greedy", "casual:12sims", "hard:20sims", "expert:20sims"];

test.skip(!HAS_ENGINE, "the client was built without the engine");

test("random games of every variant are the same in the browser's engine and natively", async () => {
  test.setTimeout(3_600_000);
  const sizes = MODES.flatMap(({ game, variant, players }) =>
    players.map((players) => ({ game, variant, players })),
  );
  const [running, thinking] = [await BothEngines.start(), await BothEngines.start()];
  for (let number = 0; number < GAMES; number++) {
    const { game, variant, players } = sizes[number % sizes.length] ?? { game: "", variant: "", players: 0 };
    const level = LEVELS[(number + Math.floor(number / sizes.length)) % LEVELS.length] ?? "greedy";
    const bots = Array.from({ length: players - 1 }, () => level);
    await new PlayedTable(running, thinking, dice(number)).play({ game, variant, bots });
  }
  console.log(`${GAMES} games, ${running.compared + thinking.compared} answers compared`);
  await Promise.all([running.close(), thinking.close()]);
});

test("golden records and analyses are the same in a page of a browser", async ({ person }) => {
  const zoe = await person("Zoë");
  await zoe.open("/");
  const engines = [await BothEngines.start(), await BothEngines.start()] as const;
  const [running, thinking] = engines;
  let games = 0;
  for (const name of (await readdir(RECORDS)).filter((name) => name.endsWith(".jsonl"))) {
    const file = await readFile(new URL(name, RECORDS), "utf8");
    const answer = await running.ask({ load: { file, player: ZOE.id, now: 1_800_000_000_000 } });
    if (typeof answer !== "object" || !("loaded" in answer))
      throw new Error(`${name}: ${JSON.stringify(answer)}`);
    for (const { code, entries } of answer.loaded) {
      const moment = { now: 1_800_000_000_000, entropy: "7".repeat(64) };
      await effectsOf(running, { restore: { code, journal: entries, moment } });
      await effectsOf(running, { connect: { player: ZOE, since: 0, moment } });
      await running.ask("record");
      games += 1;
    }
  }
  expect(games).toBeGreaterThan(25);
  // Analyses of whole games, each in one go since slices depend on the clock.
  for (const mode of ["between-two-cities-standard-3", "point-city-solo-medium-1"]) {
    const file = await readFile(new URL(`${mode}.jsonl`, RECORDS), "utf8");
    await thinking.ask({ analyse: { file } });
    await thinking.ask({ "analyse-on": { millis: 600_000 } });
  }
  for (const both of engines) {
    await both.askIn(zoe.page);
    await both.close();
  }
});

test("the engine is sent compressed, as the browser can read it", async ({ server, request }) => {
  const engine = await readFile(WASM);
  for (const coding of ["br", "gzip", "identity"]) {
    const headers = { "accept-encoding": coding };
    const answer = await request.get(server.origin + (await enginePath()), { headers });
    expect(answer.headers()["content-type"]).toBe("application/wasm");
    expect(answer.headers()["content-encoding"] ?? "identity").toBe(coding);
    expect((await answer.body()).equals(engine), coding).toBe(true);
  }
});

test("both engines give the same views of stored journals", async () => {
  const engines = await BothEngines.start();
  const moment = { now: 1_800_000_000_000, entropy: "5".repeat(64) };
  let journals = 0;
  // Games over days are played on servers only: the engine of a browser has no time zones.
  const ofServers = ["correspondence.jsonl", "plans.jsonl"];
  // No browser ever wrote version 1.
  for (const version of ["v2/"]) {
    const folder = new URL(version, JOURNALS);
    for (const name of (await readdir(folder)).filter((name) => name.endsWith(".jsonl"))) {
      if (ofServers.includes(name)) continue;
      const text = await readFile(new URL(name, folder), "utf8");
      const journal = text.trim().split("\n");
      await effectsOf(engines, { restore: { code: "K7M2QX", journal, moment } });
      for (let id = 0; id < 8; id++) {
        const player = { id, name: `P${id}`, colour: "teal" } as const;
        await effectsOf(engines, { connect: { player, since: 0, moment } });
      }
      await engines.ask("record");
      journals += 1;
    }
  }
  expect(journals).toBeGreaterThan(15);
  await engines.close();
});
