// Checks the message catalogues: every message in every language, with the same placeholders and matches, and no message
// that the source does not use. A message is used if `m.key(` occurs literally.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { locales, baseLocale, ...settings } = readJson("project.inlang/settings.json");
const patterns = settings["plugin.inlang.messageFormat"].pathPattern;
const faults = [];

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

/** The files in a folder and below, without tests and generated files. */
function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      if (name !== "paraglide" && name !== "messages") yield* files(path);
    } else if (/\.(ts|js|svelte)$/.test(name) && !name.endsWith(".test.ts")) {
      yield path;
    }
  }
}

/** The texts of a message: one, or one for each match of its variants. */
function texts(message) {
  if (typeof message === "string") return [message];
  return message.flatMap((variants) => Object.values(variants.match));
}

/** The inputs of a message: the placeholders of its texts and those declared. */
function inputs(message) {
  const names = new Set();
  if (Array.isArray(message)) {
    for (const { declarations = [] } of message) {
      for (const declaration of declarations) {
        const input = /^input (\w+)$/.exec(declaration);
        if (input) names.add(input[1]);
      }
    }
  }
  const locals = new Set();
  if (Array.isArray(message)) {
    for (const { declarations = [] } of message) {
      for (const declaration of declarations) {
        const local = /^local (\w+) =/.exec(declaration);
        if (local) locals.add(local[1]);
      }
    }
  }
  for (const text of texts(message)) {
    for (const [, name] of text.matchAll(/\{(\w+)\}/g)) if (!locals.has(name)) names.add(name);
  }
  return names;
}

const source = [...files(join(root, "src"))].map((path) => readFileSync(path, "utf8")).join("\n");
const used = new Set([...source.matchAll(/\bm\.(\w+)\(/g)].map(([, key]) => key));
const known = new Map();

for (const pattern of patterns) {
  const catalogues = new Map(
    locales.map((locale) => [locale, readJson(pattern.replace("{locale}", locale))]),
  );
  const keys = new Set([...catalogues.values()].flatMap((catalogue) => Object.keys(catalogue)));
  keys.delete("$schema");
  for (const key of keys) {
    if (known.has(key)) faults.push(`${key}: both in ${known.get(key)} and ${pattern}`);
    known.set(key, pattern);
    if (!used.has(key)) faults.push(`${key}: in ${pattern}, but m.${key}( stands nowhere in src`);
    const base = catalogues.get(baseLocale)[key];
    const expected = base === undefined ? undefined : [...inputs(base)].sort().join(", ");
    for (const [locale, catalogue] of catalogues) {
      const message = catalogue[key];
      if (message === undefined) {
        faults.push(`${key}: missing in ${pattern.replace("{locale}", locale)}`);
        continue;
      }
      if (texts(message).some((text) => text.trim() === "")) faults.push(`${key}: empty in ${locale}`);
      const found = [...inputs(message)].sort().join(", ");
      if (expected !== undefined && found !== expected) {
        faults.push(`${key}: takes {${found}} in ${locale}, but {${expected}} in ${baseLocale}`);
      }
    }
  }
}
for (const key of used) if (!known.has(key)) faults.push(`${key}: used in src, but in no catalogue`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`\n${faults.length} faults in the messages`);
  process.exit(1);
}
console.log(`${known.size} messages in ${locales.length} languages, all used`);
