import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
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
  build: { target: "es2022", assetsInlineLimit: 0 },
  test: { include: ["src/**/*.test.ts"] },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8730", ws: true } } },
});
