import { mount } from "svelte";
import "./app.css";
import { hasLetters, locale } from "./lib/settings/locale.svelte";
import "./lib/settings/theme.svelte";
import App from "./App.svelte";
import { deviceScorer, deviceTables } from "./lib/local";
import { combined } from "./lib/table/combined";
import { keepApp } from "./lib/offline/update";
import { scorerOf, useScorer } from "./lib/score/scores";
import { serverScorer, serverTables } from "./lib/server";
import { useTables } from "./lib/table/tables";

useTables(combined(import.meta.env.MODE === "site" ? null : serverTables, deviceTables));
useScorer(deviceScorer ? scorerOf(deviceScorer, serverScorer) : serverScorer);

// A shortcut of the installed app begins a game in this browser: its engine comes while the page is drawn.
if (location.hash.startsWith("#play=")) void deviceTables?.games().catch(() => undefined);

const target = document.getElementById("app");
// In a task of its own: evaluating the modules was one.
if (target) void hasLetters(locale.current).then(() => setTimeout(() => begin(target)));

function begin(target: HTMLElement): void {
  target.replaceChildren();
  mount(App, { target });
}
keepApp();
