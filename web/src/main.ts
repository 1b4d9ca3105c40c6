import { mount } from "svelte";
import "./app.css";
import "./lib/locale.svelte";
import "./lib/theme.svelte";
import App from "./App.svelte";
import { deviceScorer, deviceTables } from "./lib/local";
import { noServer } from "./lib/no-server";
import { keepApp } from "./lib/offline/update";
import { inBothPlaces } from "./lib/places";
import { scorerOf, useScorer } from "./lib/scores";
import { serverScorer, serverTables } from "./lib/server";
import { useTables } from "./lib/tables";

const server = import.meta.env.MODE === "site" ? noServer : serverTables;
useTables(deviceTables ? inBothPlaces(server, deviceTables) : server);
useScorer(deviceScorer ? scorerOf(deviceScorer, serverScorer) : serverScorer);

// A shortcut of the installed app begins a game in this browser: its engine comes while the page is drawn.
if (location.hash.startsWith("#play=")) void deviceTables?.games().catch(() => undefined);

const target = document.getElementById("app");
// In a task of its own: evaluating the modules was one.
if (target) setTimeout(() => mount(App, { target }));
keepApp();
