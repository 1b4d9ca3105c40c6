import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The mode of the test build, which has High Card as a third game. It never replaces the client that is shipped. */
const THIRD_GAME = "third-game";

export default defineConfig(({ mode }) => ({
  plugins: [
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./src/paraglide",
      strategy: ["localStorage", "preferredLanguage", "baseLocale"],
    }),
    svelte(),
  ],
  resolve: {
    alias: {
      $lib: fileURLToPath(new URL("./src/lib", import.meta.url)),
      $wire: fileURLToPath(new URL("./src/lib/wire", import.meta.url)),
    },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    outDir: mode === THIRD_GAME ? "dist-third-game" : "dist",
  },
  test: { include: ["src/**/*.test.ts"] },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8730", ws: true } } },
}));
