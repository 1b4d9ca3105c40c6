import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Command, Frame, TableView } from "../protocol";
import { Refused } from "../tables";
import { ServerConnection } from "./connection.svelte";

/** What the server's clock says. */
const NOON = Date.parse("2026-11-22T12:00:00Z");

/** A socket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("nobody connected");
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
  /** What the server says. */
  says(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  /** The line breaks, or the server closes it. */
  async breaks(code = 1006): Promise<void> {
    this.readyState = 3;
    this.onclose?.({ code });
    await vi.advanceTimersByTimeAsync(0);
  }
}

const table = (version: number): TableView =>
  ({ version, code: "ABC234", log: [], talk: [] }) as unknown as TableView;

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

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the whole table comes first; then the line is live", () => {
  expect(FakeSocket.last.url).toBe("wss://townhall.example/api/tables/ABC234/socket");
  expect(connection.state).toBe("connecting");
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3) });
  expect(connection.state).toBe("live");
  expect(connection.table?.version).toBe(3);
});

test("a command is done when the table shows it", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3) });
  let done = false;
  const sent = connection.send({ type: "move", mv: { kind: "flip", cell: "a1" } }).then(() => (done = true));
  const [command] = FakeSocket.last.sent;
  expect(command).toMatchObject({ on: 3, action: { type: "move", mv: { kind: "flip", cell: "a1" } } });
  FakeSocket.last.says({ type: "done", id: command?.id ?? "", version: 4 });
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toBe(false);
  FakeSocket.last.says({ type: "update", now: NOON, patch: { version: 4 } });
  await sent;
  expect(connection.table?.version).toBe(4);
});

test("a refusal says why", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3) });
  const sent = connection.send({ type: "start" });
  const id = FakeSocket.last.sent[0]?.id ?? "";
  FakeSocket.last.says({ type: "refused", id, refusal: { code: "not-full", detail: "" } });
  await expect(sent).rejects.toThrow(Refused);
});

test("after the line broke, what was not answered is asked again under the same id", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3) });
  const sent = connection.send({ type: "unseal" });
  const first = FakeSocket.last.sent[0];
  await FakeSocket.last.breaks();
  expect(connection.state).toBe("lost");
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.last.url).toMatch(/\?since=3$/);
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.says({ type: "table", now: NOON, table: table(4) });
  expect(FakeSocket.last.sent).toEqual([first]);
  FakeSocket.last.says({ type: "done", id: first?.id ?? "", version: 4 });
  await sent;
});

test("a line on which nothing is answered counts as dead", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3) });
  void connection.send({ type: "unseal" });
  await vi.advanceTimersByTimeAsync(8_100);
  expect(connection.state).toBe("lost");
  expect(FakeSocket.all).toHaveLength(2);
});

test("a page that wakes up connects at once", async () => {
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3) });
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(60_000);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.all).toHaveLength(2);
});

test("a table that is no more is not asked for again", async () => {
  await FakeSocket.last.breaks(4004);
  expect(connection.state).toBe("gone");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("what was said before the start is told anew when chairs become seats", async () => {
  const hello = { version: 2, at: 0, seat: 0, type: "said", text: "hello" } as const;
  FakeSocket.last.says({ type: "table", now: NOON, table: { ...table(3), status: "lobby", talk: [hello] } });
  const sent = connection.send({ type: "start" });
  const id = FakeSocket.last.sent[0]?.id ?? "";
  FakeSocket.last.says({ type: "update", now: NOON, patch: { version: 4, status: "playing" } });
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.last.url).not.toContain("since");
  FakeSocket.last.says({
    type: "table",
    now: NOON,
    table: { ...table(4), status: "playing", talk: [{ ...hello, seat: 2 }] },
  });
  expect(connection.table?.talk).toEqual([{ ...hello, seat: 2 }]);
  expect(FakeSocket.last.sent.map((command) => command.id)).toEqual([id]);
  FakeSocket.last.says({ type: "done", id, version: 4 });
  await sent;
});

test("the time is the server's, however wrong the browser's clock is", async () => {
  vi.setSystemTime(NOON - 3_600_000);
  FakeSocket.last.says({ type: "table", now: NOON, table: table(3) });
  expect(connection.now()).toBe(NOON);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(connection.now()).toBe(NOON + 30_000);
  FakeSocket.last.says({ type: "update", now: NOON + 30_200, patch: { version: 4 } });
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
