import type { GameInfo, Me, Opened, TableCard } from "$wire/protocol";
import type { Scorer } from "../score/scores";
import type { ServerTables } from "../table/places";
import { request, requestJson } from "./http";

/** Tables on the server that served this page. */
export const serverTables: ServerTables = {
  known: () => requestJson<Me | null>("/api/me"),
  save: (me) => requestJson<Me>("/api/me", "PUT", me),
  games: () => requestJson<GameInfo[]>("/api/games"),
  open: async (table) => (await requestJson<Opened>("/api/tables", "POST", table)).code,
  record: async (code) => (await request(`/api/tables/${code}/record`)).text(),
  show: async (record) => (await requestJson<Opened>("/api/records", "POST", { record })).code,
  list: async (scope) => {
    const cards = await requestJson<TableCard[]>(`/api/tables?scope=${scope}`);
    return cards.map((card) => ({ ...card, here: false }));
  },
  connect: async (code) => {
    const { ServerConnection } = await import("./connection.svelte");
    return new ServerConnection(code);
  },
  async finished() {
    const all: TableCard[] = [];
    for (;;) {
      const last = all.at(-1);
      const page = await requestJson<TableCard[]>(
        `/api/tables?scope=finished${last ? `&after=${last.code}` : ""}`,
      );
      all.push(...page);
      if (page.length === 0) {
        return { games: all.map((card) => ({ ...card, here: false })), missing: null };
      }
    }
  },
  records: async () => ({
    file: await (await request("/api/me/records")).text(),
    unread: 0,
    missing: null,
  }),
};

/** Scores by the server that served this page. */
export const serverScorer: Scorer = {
  score: (game, sheet) => requestJson<unknown>(`/api/score/${game}`, "POST", sheet),
};
