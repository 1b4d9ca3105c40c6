import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("..", import.meta.url));
const SERVER = join(SRC, "lib/server");
const LOCAL = join(SRC, "lib/local");

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(ts|svelte)$/.test(path) && !path.startsWith("paraglide"))
  .map((path) => join(SRC, path));

/** The files of ours that a file imports, without their endings. */
function imports(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
  return [...found].flatMap(([, path = ""]) => {
    if (path.startsWith("$lib/")) return [join(SRC, "lib", path.slice(5))];
    if (path.startsWith("$wire")) return [join(SRC, "lib/wire", path.slice(5))];
    return path.startsWith(".") ? [resolve(dirname(file), path)] : [];
  });
}

const names = (found: readonly string[]): string[] => found.map((path) => relative(SRC, path));
const others = files.filter((file) => !file.startsWith(SERVER) && !file.endsWith(".test.ts"));

test.each([
  ["the server", SERVER, [SERVER, join(SERVER, "connection.svelte")]],
  ["this browser", LOCAL, [LOCAL]],
])("only main.ts says that tables run in %s", (_, folder, implementations) => {
  const outside = files.filter((file) => !file.startsWith(folder) && !file.endsWith(".test.ts"));
  const inside = (path: string): boolean =>
    implementations.includes(path) || (folder === LOCAL && path.startsWith(`${LOCAL}/`));
  const importing = outside.filter((file) => imports(file).some(inside));
  expect(names(importing)).toEqual(["main.ts"]);
});

test("only lib/server speaks to a server", () => {
  const speaking = others.filter((file) =>
    /\bfetch\(|\bWebSocket\b|["'`/]api\//.test(readFileSync(file, "utf8")),
  );
  // These fetch files beside the page: the engine, all of them to keep, and recorded games.
  expect(names(speaking)).toEqual(["lib/local/engine.ts", "lib/offline/sw.ts", "lib/table/archive.ts"]);
});

test("lib knows no game, and games know nothing of each other or of pages", () => {
  const inside = (folder: string) => others.filter((file) => file.startsWith(join(SRC, folder)));
  for (const file of inside("lib")) {
    expect(
      names(imports(file)).filter((path) => /^(games|pages)\//.test(path)),
      file,
    ).toEqual([]);
  }
  for (const file of inside("games/")) {
    const own = /^games\/([^/]+)/.exec(relative(SRC, file))?.[1] ?? "";
    if (own.endsWith(".ts")) continue;
    const wrong = names(imports(file)).filter(
      (path) =>
        path.startsWith("pages/") ||
        (path.startsWith("games/") && !path.startsWith(`games/${own}`)) ||
        (path.startsWith("lib/wire/") && !["lib/wire/protocol", `lib/wire/${own}`].includes(path)),
    );
    expect(wrong, file).toEqual([]);
  }
});
