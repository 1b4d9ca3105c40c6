import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/** Takes pictures of every screen; `cargo xtask pictures` runs it. Not a test: they are for people to look at. */
export default defineConfig({
  ...tests,
  testDir: "tests/pictures",
  testMatch: "*.ts",
  projects: [{ name: "pictures" }],
});
