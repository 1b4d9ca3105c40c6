import type { GameInfo, Me, Opened, TableCard } from "../protocol";
import type { Tables } from "../tables";
import { ServerConnection } from "./connection.svelte";
import { requestJson } from "./http";

/** Tables on the server that served this page. */
export const serverTables: Tables = {
  me: () => requestJson<Me | null>("/api/me"),
  saveMe: (me) => requestJson<Me>("/api/me", "PUT", me),
  games: () => requestJson<GameInfo[]>("/api/games"),
  open: async (table) => (await requestJson<Opened>("/api/tables", "POST", table)).code,
  list: (scope) => requestJson<TableCard[]>(`/api/tables?scope=${scope}`),
  connect: (code) => new ServerConnection(code),
};
