import { mount } from "svelte";
import "./app.css";
import "./lib/locale.svelte";
import "./lib/theme.svelte";
import App from "./App.svelte";
import { useScorer } from "./lib/scores";
import { serverScorer, serverTables } from "./lib/server";
import { useTables } from "./lib/tables";

useTables(serverTables);
useScorer(serverScorer);

const target = document.getElementById("app");
if (target) mount(App, { target });
