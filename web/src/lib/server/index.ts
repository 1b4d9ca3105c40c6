import type {
  AddedWebhook,
  GameInfo,
  Me,
  MyChannel,
  MyDevice,
  MyNotices,
  MyRecovery,
  NoticeSettings,
  OfferedDeviceCode,
  Opened,
  PaperCodes,
  PasskeyChallenge,
  TableCard,
} from "$wire/protocol";
import type { Scorer } from "../score/scores";
import type { ServerTables } from "../table/places";
import { request, requestJson } from "./http";

const notHere = (): Promise<never> => Promise.reject(new Error("only a browser has tables of its own"));

/** Tables on the server that served this page. */
export const serverTables: ServerTables = {
  forFriends: true,
  here: false,
  me: () => requestJson<Me | null>("/api/me"),
  saveMe: (me) => requestJson<Me>("/api/me", "PUT", me),
  devices: {
    notices: {
      mine: () => requestJson<MyNotices>("/api/me/notices"),
      subscribe: (subscription) => requestJson<NoticeSettings>("/api/me/notices", "PUT", subscription),
      end: async () => void (await request("/api/me/notices", "DELETE")),
      addWebhook: (webhook) => requestJson<AddedWebhook>("/api/me/webhooks", "POST", webhook),
      sendCode: async (email) => void (await request("/api/me/email", "POST", email)),
      enterCode: (code) => requestJson<MyChannel>("/api/me/email/code", "POST", code),
      change: async (id, settings) => void (await request(`/api/me/channels/${id}`, "PUT", settings)),
      remove: async (id) => void (await request(`/api/me/channels/${id}`, "DELETE")),
    },
    recovery: {
      mine: () => requestJson<MyRecovery>("/api/me/recovery"),
      makeCodes: async () => (await requestJson<PaperCodes>("/api/me/recovery-codes", "POST")).codes,
      askForPasskey: () => requestJson<PasskeyChallenge>("/api/me/passkeys/challenge", "POST"),
      addPasskey: async (made) => void (await request("/api/me/passkeys", "POST", made)),
      removePasskey: async (id) => void (await request(`/api/me/passkeys/${id}`, "DELETE")),
      askForSignature: () => requestJson<PasskeyChallenge>("/api/passkeys/challenge", "POST"),
      signIn: (signed) => requestJson<Me>("/api/passkeys", "POST", signed),
    },
    list: () => requestJson<MyDevice[]>("/api/me/devices"),
    signOut: async (id) => void (await request(`/api/me/devices/${id}`, "DELETE")),
    offerCode: () => requestJson<OfferedDeviceCode>("/api/me/device-code", "POST"),
    export: async () => (await request("/api/me/export")).text(),
    forget: async () => void (await request("/api/me", "DELETE")),
    enterCode: (code) => requestJson<Me>("/api/me/devices", "POST", { code }),
  },
  games: () => requestJson<GameInfo[]>("/api/games"),
  open: async (table) => (await requestJson<Opened>("/api/tables", "POST", table)).code,
  openForAll: notHere,
  remove: notHere,
  load: notHere,
  record: async (code) => (await request(`/api/tables/${code}/record`)).text(),
  replay: notHere,
  analyst: notHere,
  goOn: notHere,
  handOver: notHere,
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
