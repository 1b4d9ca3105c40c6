import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/** Takes pictures of every screen; `cargo xtask pictures` runs it. Not a test: people look at them. */
export default defineConfig({
  ...tests,
  testDir: "tests/pictures",
  testMatch: "*.ts",
  projects: [{ name: "pictures" }],
});
