import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { WINDOWS } from "./src/lib/ui/windows";

/** The mode of the test build, which has High Card as a third game. It never replaces the client that is shipped. */
const THIRD_GAME = "third-game";

/** The mode of unit tests. */
const TESTS = "test";

/** The mode of the build for hosts that only serve files, under any path. */
const SITE = "site";

/** The engine: the games and tables as WebAssembly, which `cargo xtask engine` builds. */
const ENGINE = fileURLToPath(new URL("./engine/townhall.wasm", import.meta.url));

/** Makes `virtual:engine` the address of the engine, or null where it was not built. */
function engine(): Plugin {
  const name = "virtual:engine";
  return {
    name: "townhall-engine",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => {
      if (id !== `\0${name}`) return null;
      return existsSync(ENGINE) ? `export { default } from "${ENGINE}?url";` : "export default null;";
    },
  };
}

/** The types of files that compression makes smaller. */
const COMPRESSIBLE = [".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest"];

/** Lists the files of a folder and its subfolders, as paths below it with slashes. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}

/**
 * Compresses each file once, as far as it goes. The server sends the compressed files and decompresses them where it must,
 * so that the files of `assets/` need not be embedded in the program twice. Some hosts of files (`site`) send compressed
 * files that are beside the others, in either coding.
 */
function compress(folder: string, site: boolean): void {
  for (const file of filesIn(folder).filter((file) => COMPRESSIBLE.includes(extname(file)))) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    if (site) writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    else if (file.startsWith("assets/")) rmSync(path);
  }
}

/**
 * Builds the service worker with the list of all files of the app, and a version that changes with any of them. It takes
 * the place of `workbox-build`, which depends on Babel and another Rollup.
 */
function serviceWorker(mode: string): Plugin {
  let folder = "";
  let written = false;
  return {
    name: "townhall-service-worker",
    apply: "build",
    enforce: "post",
    configResolved: ({ root, build: { outDir } }) => void (folder = join(root, outDir)),
    writeBundle: () => void (written = true),
    async closeBundle() {
      // It is called after a failed build as well, whose error would be hidden by one of here.
      if (!written) return;
      // What the app itself does not show is not cached: licences, and pictures of the app and its games.
      const needed = (file: string): boolean =>
        !["sw.js", "robots.txt", "favicon.ico"].includes(file) &&
        !file.startsWith("licences") &&
        !file.startsWith("screenshots") &&
        !file.startsWith("previews");
      const found = filesIn(folder).filter(needed);
      const version = createHash("sha256");
      for (const file of found) version.update(file).update(readFileSync(join(folder, file)));
      await build({
        configFile: false,
        logLevel: "warn",
        publicDir: false,
        define: {
          __FILES__: JSON.stringify(found),
          __VERSION__: JSON.stringify(version.digest("hex").slice(0, 16)),
        },
        build: {
          target: "es2022",
          outDir: folder,
          emptyOutDir: false,
          rolldownOptions: {
            input: fileURLToPath(new URL("./src/lib/offline/sw.ts", import.meta.url)),
            output: { format: "iife", entryFileNames: "sw.js" },
          },
        },
      });
      compress(folder, mode === SITE);
    },
  };
}

/** Puts the conditions of the windows' size classes in place of their names, so that stylesheets and scripts share them. */
function sizeClasses(): Plugin {
  return {
    name: "townhall-size-classes",
    enforce: "pre",
    transform(code, id) {
      if (!/[.]css(\?|$)/.test(id)) return null;
      return code.replace(/@media [^{]*/g, (media) =>
        media.replace(/\(--(\w+)\)/g, (named, name: string) => {
          if (!(name in WINDOWS)) throw new Error(`${id}: no window is ${named}`);
          return WINDOWS[name as keyof typeof WINDOWS];
        }),
      );
    },
  };
}

/** Lets the messages make the rules of each language's plurals once: to make them takes longer than to draw a whole city. */
function pluralsOnce(): Plugin {
  const made = "new Intl.PluralRules(locale, options)";
  return {
    name: "townhall-plurals-once",
    transform(code, id) {
      if (!id.endsWith("/paraglide/registry.js")) return null;
      if (!code.includes(made)) throw new Error("paraglide makes the rules of plurals in another way");
      return {
        code: `const rules = {};\n${code.replace(made, `(rules[locale + " " + options?.type] ??= ${made})`)}`,
        map: null,
      };
    },
  };
}

/** Puts the texts of a message without inputs into one object: paraglide compiles a function for each of them. */
function plainMessages(): Plugin {
  const plain = "virtual:plain-message";
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const settings = readFileSync(here("./project.inlang/settings.json"), "utf8");
  const { locales } = JSON.parse(settings) as { locales: string[] };
  const text = /^const (\w\w)_\w+ = .* \(\) => \{\s+return \/\*\* .*? \*\/ \((`(?:\\.|[^`\\])*`)\)\s\};?$/gm;
  return {
    name: "townhall-plain-messages",
    resolveId: (id) => (id === plain ? `\0${plain}` : null),
    load: (id) =>
      id === `\0${plain}`
        ? `import { getLocale } from "${here("./src/paraglide/runtime.js")}";
           export const plain = (texts) => (_, options) => texts[options?.locale ?? getLocale()];`
        : null,
    transform(code, id) {
      // Tests use one module for each language, not one for each message.
      const [, message] = /\/paraglide\/messages\/([a-z]\w*)[.]js$/.exec(id) ?? [];
      if (!message || locales.includes(message) || !code.includes("@typedef {{}}")) return null;
      const texts = [...code.matchAll(text)].map(([, locale, text]) => `${locale}: ${text}`);
      if (texts.length !== locales.length)
        throw new Error(`${id}: paraglide compiles messages in another way`);
      return {
        code: `import { plain } from "${plain}";
               export const ${message} = /* @__PURE__ */ plain({ ${texts.join(", ")} });`,
        map: null,
      };
    },
  };
}

/** The modules of the first page, and of the pictures of the games on it: all that they import, directly or not. */
const first = new Set<string>();
const pictures = new Set<string>();

/** Finds them, when all modules are known. */
function firstPage(): Plugin {
  return {
    name: "townhall-first-page",
    apply: "build",
    buildEnd() {
      const find = (found: Set<string>, by: RegExp): void => {
        found.clear();
        const open = [...this.getModuleIds()].filter((id) => by.test(id));
        for (let id = open.pop(); id !== undefined; id = open.pop()) {
          if (found.has(id)) continue;
          found.add(id);
          open.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      };
      find(first, /\/web\/index\.html$/);
      find(pictures, /\/art\/(Picture|Thumbnail)\.svelte$/);
    },
  };
}

/** Whether a module is more than a message. Each message goes where it is used. */
const isCode = (id: string): boolean => !id.includes("/paraglide/messages");

/** The name of files of code that several parts of the app share. */
const SHARED = "shared";
/** Two of them are merged if one has fewer bytes of source. */
const SMALL = 20_000;

export default defineConfig(({ mode }) => ({
  base: mode === SITE ? "./" : "/",
  plugins: [
    // Unit tests and the build with a third game use the messages as compiled. Compiling them again would break checks that run
    // at the same time.
    ![TESTS, THIRD_GAME].includes(mode) &&
      paraglideVitePlugin({
        project: "./project.inlang",
        outdir: "./src/paraglide",
        strategy: ["preferredLanguage", "baseLocale"],
      }),
    pluralsOnce(),
    plainMessages(),
    sizeClasses(),
    svelte(),
    engine(),
    firstPage(),
    serviceWorker(mode),
  ],
  // Workers are modules, as the page is.
  worker: { format: "es", plugins: () => [engine()] },
  resolve: {
    alias: {
      $lib: fileURLToPath(new URL("./src/lib", import.meta.url)),
      $wire: fileURLToPath(new URL("./src/lib/wire", import.meta.url)),
    },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Few files instead of many small ones, each of which is a request with its headers, and compresses worse.
            { name: "first", test: (id) => first.has(id) && isCode(id), priority: 2 },
            { name: "pictures", test: (id) => pictures.has(id) && isCode(id), priority: 1 },
            {
              name: SHARED,
              test: isCode,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: SMALL,
            },
          ],
        },
        // The names of shared files would list all that share them.
        chunkFileNames: ({ name }) => `assets/${name.startsWith(SHARED) ? SHARED : "[name]"}-[hash].js`,
        assetFileNames: ({ names: [name] }) =>
          `assets/${name?.startsWith(SHARED) ? SHARED : "[name]"}-[hash][extname]`,
      },
    },
    outDir: mode === THIRD_GAME || mode === SITE ? `dist-${mode}` : "dist",
  },
  test: { include: ["src/**/*.test.ts"], isolate: false, setupFiles: "vitest.setup.ts" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8730", ws: true } } },
}));
