// The pages of a table: loaded with the first table, not with the home page.
export { default as Curtain } from "./Curtain.svelte";
export { default as Lobby } from "./Lobby.svelte";
export { default as Over } from "./Over.svelte";
export { default as Playing } from "./Playing.svelte";
export { coaching } from "./coaching";
