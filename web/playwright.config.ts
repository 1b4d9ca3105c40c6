import { defineConfig } from "@playwright/test";

/** How long an action or an expectation may take on a busy machine, in milliseconds. */
const ACTION_TIMEOUT = 30_000;

const { CHROMIUM } = process.env;

export default defineConfig({
  testDir: "tests",
  // Each worker has a server and a browser of its own. A test often waits, so there are more of them than cores.
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: ACTION_TIMEOUT },
  reporter: "list",
  use: {
    // Most tests would load the whole app for nothing; those of play without a network allow it.
    serviceWorkers: "block",
    actionTimeout: ACTION_TIMEOUT,
    navigationTimeout: ACTION_TIMEOUT,
    // A trace takes a third more of the processor; `TRACE=1` keeps those of failures.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: CHROMIUM === "" ? undefined : CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  // Each test runs in one project: both would take nearly twice the time and protect little more.
  projects: [
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      grep: /@phone/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
});
