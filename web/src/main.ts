import { mount } from "svelte";
import "./app.css";
import "./lib/locale.svelte";
import "./lib/theme.svelte";
import App from "./App.svelte";
import { serverTables } from "./lib/server";
import { useTables } from "./lib/tables";

useTables(serverTables);

const target = document.getElementById("app");
if (target) mount(App, { target });
