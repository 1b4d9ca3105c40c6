import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Command, Frame, TableView, TalkItem } from "$wire/protocol";
import { Refused } from "../table/tables";
import { ServerConnection, backoff } from "./connection.svelte";

/** The time of the server's clock. */
const NOON = Date.parse("2026-11-22T12:00:00Z");

/** A fake socket; the test plays the server. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  }

  readyState = FakeSocket.OPEN;
  sent: Command[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Command);
  }
  close(): void {
    this.readyState = 3;
  }
  /** Delivers a frame as if the server had sent it. */
  says(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  /** The connection is lost, or the server closes it. */
  async breaks(code = 1006): Promise<void> {
    this.readyState = 3;
    this.onclose?.({ code });
    await vi.advanceTimersByTimeAsync(0);
  }
}

const table = (version: number): TableView =>
  ({ version, code: "ABC234", log: [], talk: [] }) as unknown as TableView;

const NONE = { log: 0, talk: 0 };

let page: EventTarget & { visibilityState?: string };
let connection: ServerConnection;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  page = new EventTarget();
  page.visibilityState = "visible";
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("location", { protocol: "https:", host: "townhall.example" });
  connection = new ServerConnection("ABC234");
});

afterEach(() => connection.close());

test("the whole table comes first; then the line is live", () => {
  expect(FakeSocket.last.url).toBe("wss://townhall.example/api/tables/ABC234/socket");
  expect(connection.state).toBe("connecting");
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3), earlier: NONE });
  expect(connection.state).toBe("live");
  expect(connection.table?.version).toBe(3);
});

test("a command is done when the table shows it", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3), earlier: NONE });
  let done = false;
  const sent = connection.send({ type: "move", mv: { kind: "flip", cell: "a1" } }).then(() => (done = true));
  const [command] = FakeSocket.last.sent;
  expect(command).toMatchObject({ on: 3, action: { type: "move", mv: { kind: "flip", cell: "a1" } } });
  FakeSocket.last.says({ type: "done", id: command?.id ?? "", version: 4 });
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toBe(false);
  FakeSocket.last.says({ type: "update", now: NOON, version: 4 });
  await sent;
  expect(connection.table?.version).toBe(4);
});

test("a refusal says why", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3), earlier: NONE });
  const sent = connection.send({ type: "start" });
  const id = FakeSocket.last.sent[0]?.id ?? "";
  FakeSocket.last.says({ type: "refused", id, refusal: { code: "not-full", detail: "" } });
  await expect(sent).rejects.toThrow(Refused);
});

test("after a reconnect, unanswered commands are sent again under the same id", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3), earlier: NONE });
  const sent = connection.send({ type: "unseal" });
  const first = FakeSocket.last.sent[0];
  await FakeSocket.last.breaks();
  expect(connection.state).toBe("lost");
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.last.url).toMatch(/\?since=3$/);
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.says({ type: "table", now: NOON, table: table(4), earlier: NONE });
  expect(FakeSocket.last.sent).toEqual([first]);
  FakeSocket.last.says({ type: "done", id: first?.id ?? "", version: 4 });
  await sent;
});

test("a line on which nothing is answered counts as dead", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3), earlier: NONE });
  void connection.send({ type: "unseal" });
  await vi.advanceTimersByTimeAsync(8_100);
  expect(connection.state).toBe("lost");
  expect(FakeSocket.all).toHaveLength(2);
});

test("a page that wakes up connects at once", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3), earlier: NONE });
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(60_000);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.all).toHaveLength(2);
});

test("a player's page reports whether it is in view", async () => {
  const mine: TableView = { ...table(3), me: 1 };
  const looks = () =>
    FakeSocket.last.sent.flatMap(({ action }) => (action.type === "look" ? [action.in_view] : []));
  const turn = (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  FakeSocket.last.says({ type: "table", now: NOON, table: mine, earlier: NONE });
  expect(looks()).toEqual([]);
  turn("hidden");
  turn("visible");
  turn("hidden");
  expect(looks()).toEqual([false, true, false]);
  // A page that connects while it is hidden says so again.
  await FakeSocket.last.breaks();
  await vi.advanceTimersByTimeAsync(15_000);
  FakeSocket.last.says({ type: "table", now: NOON, table: mine, earlier: NONE });
  expect(looks()).toEqual([false]);
  // Spectators don't report it.
  FakeSocket.last.says({ type: "table", now: NOON, table: { ...mine, me: null }, earlier: NONE });
  turn("visible");
  expect(looks()).toEqual([false]);
});

test("a table that was deleted is not requested again", async () => {
  await FakeSocket.last.breaks(4004);
  expect(connection.state).toBe("gone");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("talk before the start is sent again when chairs become seats", () => {
  const hello: TalkItem = { version: 2, at: 0, seat: 0, type: "said", text: "hello" };
  const lobby: TableView = { ...table(3), status: "lobby", talk: [hello] };
  FakeSocket.last.says({ type: "table", now: NOON, table: lobby, earlier: NONE });
  const begun: TableView = { ...table(4), status: "playing", talk: [{ ...hello, seat: 2 }] };
  FakeSocket.last.says({ type: "table", now: NOON, table: begun, earlier: NONE });
  expect(connection.table?.talk).toEqual([{ ...hello, seat: 2 }]);
  expect(FakeSocket.all).toHaveLength(1);
});

test("earlier lines are loaded once, and put before the others", async () => {
  const said = (version: number): TalkItem => ({ version, at: 0, seat: 0, type: "said", text: `${version}` });
  const talk = [said(8), said(9)];
  FakeSocket.last.says({
    type: "table",
    now: NOON,
    table: { ...table(9), talk },
    earlier: { log: 0, talk: 4 },
  });
  const pages = [
    { start: 2, lines: [said(5), said(6)] },
    { start: 2, lines: [] },
  ];
  const asked = vi.fn(async () => new Response(JSON.stringify(pages.shift())));
  vi.stubGlobal("fetch", asked);
  await Promise.all([
    connection.loadEarlier("talk"),
    connection.loadEarlier("talk"),
    connection.loadEarlier("log"),
  ]);
  expect(asked).toHaveBeenCalledExactlyOnceWith("/api/tables/ABC234/talk?before=4", expect.anything());
  expect(connection.table?.talk.map(({ version }) => version)).toEqual([5, 6, 8, 9]);
  expect(connection.earlier.talk).toBe(2);
  await connection.loadEarlier("talk");
  expect(connection.earlier.talk).toBe(0);
  await connection.loadEarlier("talk");
  expect(asked).toHaveBeenCalledTimes(2);
});

test("the time is the server's, however wrong the browser's clock is", async () => {
  vi.setSystemTime(NOON - 3_600_000);
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3), earlier: NONE });
  expect(connection.now()).toBe(NOON);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(connection.now()).toBe(NOON + 30_000);
  FakeSocket.last.says({ type: "update", now: NOON + 30_200, version: 4 });
  expect(connection.now()).toBe(NOON + 30_200);
});

test.each([
  ["no-table", "gone"],
  ["unreadable", "unreadable"],
  ["begun", "connecting"],
])("a first socket that is refused as %s leaves the connection %s", async (code, state) => {
  const asked = vi.fn(async () => new Response(JSON.stringify({ code, detail: "" }), { status: 500 }));
  vi.stubGlobal("fetch", asked);
  await FakeSocket.last.breaks();
  expect(asked).toHaveBeenCalledWith("/api/tables/ABC234/record", expect.anything());
  expect(connection.state).toBe(state);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.all).toHaveLength(state === "connecting" ? 2 : 1);
});

test("waiting grows, and has an end", () => {
  expect(backoff(0, () => 1)).toBe(400);
  expect(backoff(1, () => 1)).toBe(800);
  expect(backoff(3, () => 0)).toBe(1600);
  expect(backoff(50, () => 1)).toBe(15_000);
});
