import type { GameInfo, Me, MyDevice, OfferedDeviceCode, Opened, TableCard } from "../protocol";
import type { Scorer } from "../scores";
import type { Tables } from "../tables";
import { ServerConnection } from "./connection.svelte";
import { request, requestJson } from "./http";

/** Tables on the server that served this page. */
export const serverTables: Tables = {
  forFriends: true,
  here: false,
  me: () => requestJson<Me | null>("/api/me"),
  saveMe: (me) => requestJson<Me>("/api/me", "PUT", me),
  devices: {
    list: () => requestJson<MyDevice[]>("/api/me/devices"),
    signOut: async (id) => void (await request(`/api/me/devices/${id}`, "DELETE")),
    offerCode: () => requestJson<OfferedDeviceCode>("/api/me/device-code", "POST"),
    export: async () => (await request("/api/me/export")).text(),
    forget: async () => void (await request("/api/me", "DELETE")),
    enterCode: (code) => requestJson<Me>("/api/me/devices", "POST", { code }),
  },
  games: () => requestJson<GameInfo[]>("/api/games"),
  open: async (table) => (await requestJson<Opened>("/api/tables", "POST", table)).code,
  openForAll: () => Promise.reject(new Error("people at one device play in the browser")),
  remove: () => Promise.reject(new Error("the server keeps its tables")),
  list: async (scope) => {
    const cards = await requestJson<TableCard[]>(`/api/tables?scope=${scope}`);
    return cards.map((card) => ({ ...card, here: false }));
  },
  connect: async (code) => new ServerConnection(code),
};

/** Scores by the server that served this page. */
export const serverScorer: Scorer = {
  score: (game, sheet) => requestJson<unknown>(`/api/score/${game}`, "POST", sheet),
};
