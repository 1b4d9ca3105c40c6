// How fast the engine's bots think as WebAssembly and natively, side by side: the same thoughts of the same experts.
// `node web/scripts/engine-speed.mjs`, after `cargo xtask engine` and
// `cargo build --release --package townhall-wasm --example native_engine`.
//
// With records of games as arguments, it measures instead how long WebAssembly takes for a whole analysis of the first game of
// each, on one thread: of the clock, and of the processor, which other work on the machine does not slow down.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const WASM = process.env.WASM ?? path("../engine/townhall.wasm");
const NATIVE = process.env.NATIVE_ENGINE ?? path("../../target/release/examples/native_engine");

/** How many continuations each thought tries, and how many thoughts of each game are measured. */
const SIMS = 4000;
const THOUGHTS = 6;

async function wasm() {
  const imports = { townhall: { now: () => performance.now() } };
  const { instance } = await WebAssembly.instantiate(await readFile(WASM), imports);
  const { memory, input, call, output } = instance.exports;
  return async (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = input(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = call();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)));
  };
}

function native() {
  const { stdin, stdout } = spawn(NATIVE, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async (request) => {
    if (request === null) return void stdin.end();
    stdin.write(`${JSON.stringify(request)}\n`);
    return JSON.parse((await lines.next()).value);
  };
}

const moment = (number) => ({ now: 1_700_000_000_000 + number, entropy: String(number).padStart(64, "0") });
const options = {
  pace: "untimed",
  talk: "open",
  undo: "none",
  bots: "instant",
  listing: "private",
  game: null,
};
const people = [{ id: 1, name: "Z", colour: "teal" }];

/** The first thoughts of experts at new tables, and how long each takes, in milliseconds. */
async function* thoughts(ask, game, players) {
  for (let number = 1; ; number++) {
    const bots = Array.from({ length: players - 1 }, () => `expert:${SIMS}sims`);
    const table = { game, variant: "standard", options, people, bots };
    const { opened } = await ask({ "set-up": { table, moment: moment(number) } });
    const { code, entries: journal } = opened;
    await ask({ restore: { code, journal, moment: moment(number) } });
    const { effects } = await ask({ connect: { player: people[0], since: 0, moment: moment(number) } });
    // In Point City the person may have to begin.
    const [task] = effects.think;
    if (!task) continue;
    await ask({ follow: { code, journal } });
    const begun = performance.now();
    const { thought } = await ask({ think: { task } });
    yield [performance.now() - begun, JSON.stringify(thought)];
  }
}

async function analyse(file) {
  const ask = await wasm();
  const begun = performance.now();
  const before = process.cpuUsage();
  let { analysed } = await ask({ analyse: { file: await readFile(file, "utf8") } });
  while (analysed.progress < 1) ({ analysed } = await ask({ "analyse-on": { millis: 200 } }));
  const { user, system } = process.cpuUsage(before);
  const seconds = [performance.now() - begun, (user + system) / 1e3].map((millis) =>
    (millis / 1e3).toFixed(1),
  );
  console.log(`${file}: ${seconds[0]} s, ${seconds[1]} s of the processor`);
}

const records = process.argv.slice(2);
for (const file of records) await analyse(file);
if (records.length > 0) process.exit();

const engines = [await wasm(), native()];
for (const [game, players] of [
  ["between-two-cities", 4],
  ["point-city", 3],
]) {
  const [inWasm, inNative] = engines.map((ask) => thoughts(ask, game, players));
  // Alternately, so that other work on the machine slows both down; the first one warms up.
  const times = [[], []];
  for (let n = 0; n <= THOUGHTS; n++) {
    const [one, other] = [(await inWasm.next()).value, (await inNative.next()).value];
    if (one[1] !== other[1]) throw new Error(`the thoughts differ: ${one[1]} and ${other[1]}`);
    if (n > 0) [one, other].forEach(([time], at) => times[at].push(time));
  }
  const [slow, fast] = times.map(
    (all) => (1000 * SIMS) / all.sort((a, b) => a - b)[Math.floor(all.length / 2)],
  );
  console.log(
    `${game}: ${Math.round(slow)} sims/s of ${Math.round(fast)} natively: ${(slow / fast).toFixed(2)}`,
  );
}
await engines[1](null);
