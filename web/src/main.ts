import { mount } from "svelte";
import "./app.css";
import "./lib/locale.svelte";
import "./lib/theme.svelte";
import App from "./App.svelte";
import { deviceTables } from "./lib/local";
import { noServer } from "./lib/no-server";
import { keepApp } from "./lib/offline/update";
import { inBothPlaces } from "./lib/places";
import { serverTables } from "./lib/server";
import { useTables } from "./lib/tables";

const server = import.meta.env.MODE === "site" ? noServer : serverTables;
useTables(deviceTables ? inBothPlaces(server, deviceTables) : server);

const target = document.getElementById("app");
if (target) mount(App, { target });
keepApp();
