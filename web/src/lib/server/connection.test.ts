import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Command, Frame, TableView, TalkItem } from "$wire/protocol";
import { Refused } from "../table/refused";
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

/** The server sends the whole table. */
const shows = (shown: TableView, socket = FakeSocket.last): void =>
  socket.says({ type: "table", now: NOON, table: shown, earlier: NONE });

function turns(visibilityState: "hidden" | "visible"): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
}

/** How a promise stands: `resolved`, `rejected`, or `open`. */
async function outcome(promise: Promise<unknown>): Promise<string> {
  let found = "open";
  promise.then(
    () => (found = "resolved"),
    () => (found = "rejected"),
  );
  await vi.advanceTimersByTimeAsync(0);
  return found;
}

/** The id of the command that was sent last. */
const lastId = (socket = FakeSocket.last): string => socket.sent.at(-1)?.id ?? "";

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
  shows(table(3));
  expect(connection.state).toBe("live");
  expect(connection.table?.version).toBe(3);
});

test("a command is done when the table shows it", async () => {
  shows(table(3));
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

test("a command whose result is shown already is done at once", async () => {
  shows(table(3));
  const sent = connection.send({ type: "unseal" });
  FakeSocket.last.says({ type: "update", now: NOON, version: 4 });
  expect(await outcome(sent)).toBe("open");
  FakeSocket.last.says({ type: "done", id: lastId(), version: 4 });
  expect(await outcome(sent)).toBe("resolved");
});

test("a command is done after a while even if the table that shows its result does not come", async () => {
  shows(table(3));
  const sent = connection.send({ type: "unseal" });
  FakeSocket.last.says({ type: "done", id: lastId(), version: 4 });
  await vi.advanceTimersByTimeAsync(599);
  expect(await outcome(sent)).toBe("open");
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome(sent)).toBe("resolved");
  expect(connection.state).toBe("live");
});

test("an update resolves the commands whose results it shows, and no others", async () => {
  shows(table(3));
  const [first, second] = [connection.send({ type: "unseal" }), connection.send({ type: "start" })];
  const [one, two] = FakeSocket.last.sent.map(({ id }) => id);
  FakeSocket.last.says({ type: "done", id: one ?? "", version: 4 });
  FakeSocket.last.says({ type: "done", id: two ?? "", version: 5 });
  FakeSocket.last.says({ type: "update", now: NOON, version: 4 });
  expect([await outcome(first), await outcome(second)]).toEqual(["resolved", "open"]);
  shows(table(5));
  expect(await outcome(second)).toBe("resolved");
});

test("a refusal concerns its command alone", async () => {
  shows(table(3));
  const [first, second] = [connection.send({ type: "unseal" }), connection.send({ type: "start" })];
  const refusal = { code: "not-full", detail: "" } as const;
  FakeSocket.last.says({ type: "refused", id: "of another connection", refusal });
  FakeSocket.last.says({ type: "refused", id: lastId(), refusal });
  expect([await outcome(second), await outcome(first)]).toEqual(["rejected", "open"]);
});

test("a command that is sent before the table is there waits for it", () => {
  void connection.send({ type: "unseal" });
  expect(FakeSocket.last.sent).toEqual([]);
  shows(table(3));
  expect(FakeSocket.last.sent).toMatchObject([{ on: 0, action: { type: "unseal" } }]);
});

test("a command that is sent while the connection is lost keeps the version that its player saw", async () => {
  shows(table(3));
  await FakeSocket.last.breaks();
  void connection.send({ type: "unseal" });
  await vi.advanceTimersByTimeAsync(500);
  shows(table(7));
  expect(FakeSocket.last.sent).toMatchObject([{ on: 3, action: { type: "unseal" } }]);
});

test("a command whose reply was lost is done once, by the reply to its repetition", async () => {
  shows(table(3));
  const sent = connection.send({ type: "unseal" });
  const id = lastId();
  FakeSocket.last.says({ type: "update", now: NOON, version: 4 });
  await FakeSocket.last.breaks();
  await vi.advanceTimersByTimeAsync(500);
  shows(table(4));
  expect(await outcome(sent)).toBe("open");
  FakeSocket.last.says({ type: "done", id, version: 4 });
  expect(await outcome(sent)).toBe("resolved");
  // It is not repeated on later connections.
  await FakeSocket.last.breaks();
  await vi.advanceTimersByTimeAsync(500);
  shows(table(4));
  expect(FakeSocket.last.sent).toEqual([]);
});

test("a repeated command may be refused", async () => {
  shows(table(3));
  const sent = connection.send({ type: "unseal" });
  await FakeSocket.last.breaks();
  await vi.advanceTimersByTimeAsync(500);
  shows(table(4));
  FakeSocket.last.says({ type: "refused", id: lastId(), refusal: { code: "not-full", detail: "" } });
  expect(await outcome(sent)).toBe("rejected");
});

test("a whole table on a connection that works repeats no command", () => {
  shows(table(3));
  void connection.send({ type: "unseal" });
  shows(table(6));
  expect(FakeSocket.last.sent).toHaveLength(1);
});

test("a refusal says why", async () => {
  shows(table(3));
  const sent = connection.send({ type: "start" });
  const id = FakeSocket.last.sent[0]?.id ?? "";
  FakeSocket.last.says({ type: "refused", id, refusal: { code: "not-full", detail: "" } });
  await expect(sent).rejects.toThrow(Refused);
});

test("after a reconnect, unanswered commands are sent again under the same id", async () => {
  shows(table(3));
  const sent = connection.send({ type: "unseal" });
  const first = FakeSocket.last.sent[0];
  await FakeSocket.last.breaks();
  expect(connection.state).toBe("lost");
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.last.url).toMatch(/\?since=3$/);
  expect(FakeSocket.last.sent).toEqual([]);
  shows(table(4));
  expect(FakeSocket.last.sent).toEqual([first]);
  FakeSocket.last.says({ type: "done", id: first?.id ?? "", version: 4 });
  await sent;
});

test("a line on which nothing is answered counts as dead", async () => {
  shows(table(3));
  void connection.send({ type: "unseal" });
  await vi.advanceTimersByTimeAsync(8_100);
  expect(connection.state).toBe("lost");
  expect(FakeSocket.all).toHaveLength(2);
});

test("each answer gives the other commands more time, and the last one ends the wait", async () => {
  shows(table(3));
  void connection.send({ type: "unseal" });
  void connection.send({ type: "start" });
  const ids = FakeSocket.last.sent.map(({ id }) => id);
  for (const id of ids) {
    await vi.advanceTimersByTimeAsync(7_900);
    FakeSocket.last.says({ type: "done", id, version: 3 });
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(connection.state).toBe("live");
});

test("a socket on which no table comes is replaced, and what comes late on it is ignored", async () => {
  const [silent] = FakeSocket.all;
  await vi.advanceTimersByTimeAsync(7_999);
  expect(FakeSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(FakeSocket.all).toHaveLength(2);
  expect(silent?.readyState).not.toBe(FakeSocket.OPEN);
  shows(table(3), silent);
  expect(connection.table).toBeNull();
  expect(connection.state).toBe("connecting");
});

test("after failures in a row each wait is longer, until a connection works", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  /** How long the connection waits after a failure, to the hundredth of a second. */
  const waited = async (): Promise<number> => {
    const before = FakeSocket.all.length;
    await FakeSocket.last.breaks();
    let time = 0;
    for (; FakeSocket.all.length === before; time += 10) await vi.advanceTimersByTimeAsync(10);
    return time;
  };
  shows(table(3));
  expect([await waited(), await waited(), await waited()]).toEqual([400, 800, 1600]);
  shows(table(3));
  expect(await waited()).toBe(400);
});

test("a network that comes back ends the wait, and starts the waits anew", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  shows(table(3));
  page.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(1);
  for (const _ of [1, 2, 3]) {
    await FakeSocket.last.breaks();
    await vi.advanceTimersByTimeAsync(1_600);
  }
  expect(FakeSocket.all).toHaveLength(4);
  await FakeSocket.last.breaks();
  page.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(5);
  // The wait that it ended opens no further socket.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(FakeSocket.all).toHaveLength(5);
  await FakeSocket.last.breaks();
  await vi.advanceTimersByTimeAsync(400);
  expect(FakeSocket.all).toHaveLength(6);
});

test("a page that was hidden for a moment keeps its socket, and one without a connection makes one at once", async () => {
  shows(table(3));
  turns("hidden");
  await vi.advanceTimersByTimeAsync(20_000);
  turns("visible");
  expect(FakeSocket.all).toHaveLength(1);
  expect(connection.state).toBe("live");
  turns("hidden");
  await FakeSocket.last.breaks();
  turns("visible");
  expect(FakeSocket.all).toHaveLength(2);
});

test("a server that goes away says so, and is tried again", async () => {
  shows(table(3));
  FakeSocket.last.says({ type: "bye", why: "shutdown" });
  expect(connection.state).toBe("live");
  await FakeSocket.last.breaks(1001);
  expect(connection.state).toBe("lost");
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.all).toHaveLength(2);
});

test("two pages with the same table have commands of their own, and both see their results", async () => {
  const [mine] = FakeSocket.all;
  const other = new ServerConnection("ABC234");
  const theirs = FakeSocket.last;
  for (const socket of [mine, theirs]) shows(table(3), socket);
  const [sent, unrelated] = [connection.send({ type: "unseal" }), other.send({ type: "unseal" })];
  const id = lastId(mine);
  expect(lastId(theirs)).not.toBe(id);
  for (const socket of [mine, theirs]) {
    socket?.says({ type: "update", now: NOON, version: 4 });
    socket?.says({ type: "done", id, version: 4 });
  }
  expect([await outcome(sent), await outcome(unrelated)]).toEqual(["resolved", "open"]);
  expect([connection.table?.version, other.table?.version]).toEqual([4, 4]);
  other.close();
  expect([mine?.readyState, theirs.readyState]).toEqual([FakeSocket.OPEN, 3]);
});

test("a connection that was closed stays closed", async () => {
  shows(table(3));
  void connection.send({ type: "unseal" });
  connection.close();
  expect(FakeSocket.last.readyState).toBe(3);
  page.dispatchEvent(new Event("online"));
  turns("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  turns("visible");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a connection that is closed while it asks why it was refused does not try again", async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  await FakeSocket.last.breaks();
  connection.close();
  answer(new Response("busy", { status: 503 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a page that was opened by plain http uses a plain socket", () => {
  vi.stubGlobal("location", { protocol: "http:", host: "townhall.local:8730" });
  const plain = new ServerConnection("XYZ567");
  expect(FakeSocket.last.url).toBe("ws://townhall.local:8730/api/tables/XYZ567/socket");
  plain.close();
});

test("a page that wakes up connects at once", async () => {
  shows(table(3));
  turns("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  turns("visible");
  expect(FakeSocket.all).toHaveLength(2);
});

test("a player's page reports whether it is in view", async () => {
  const mine: TableView = { ...table(3), me: 1 };
  const looks = () =>
    FakeSocket.last.sent.flatMap(({ action }) => (action.type === "look" ? [action.in_view] : []));
  shows(mine);
  expect(looks()).toEqual([]);
  turns("hidden");
  turns("visible");
  turns("hidden");
  expect(looks()).toEqual([false, true, false]);
  // A page that connects while it is hidden says so again.
  await FakeSocket.last.breaks();
  await vi.advanceTimersByTimeAsync(15_000);
  shows(mine);
  expect(looks()).toEqual([false]);
  // Spectators don't report it.
  shows({ ...mine, me: null });
  turns("visible");
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
  shows(lobby);
  const begun: TableView = { ...table(4), status: "playing", talk: [{ ...hello, seat: 2 }] };
  shows(begun);
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
  shows(table(3));
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

describe("behind a proxy", () => {
  const answering = vi.fn<() => Promise<Response>>();
  const sent = vi.fn();
  beforeEach(() => {
    vi.stubGlobal("fetch", (path: string) => (sent(path), answering()));
    answering.mockResolvedValue(new Response("null"));
  });

  /** For so many milliseconds, each socket is refused at once. */
  async function refused(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      if (FakeSocket.last.readyState === FakeSocket.OPEN) await FakeSocket.last.breaks();
      await vi.advanceTimersByTimeAsync(100);
    }
  }

  test("that blocks live connections, the connection says so after 10 seconds, and goes on trying", async () => {
    await refused(9_800);
    expect(connection.blocked).toBe(false);
    await refused(400);
    expect(connection.blocked).toBe(true);
    const before = FakeSocket.all.length;
    await refused(30_000);
    expect(FakeSocket.all.length).toBeGreaterThan(before);
    shows(table(1));
    expect([connection.state, connection.blocked]).toEqual(["live", false]);
  });

  test("of a server that is down, nothing is blocked, nor once it is back", async () => {
    answering.mockImplementation(async () => new Response("Bad Gateway", { status: 502 }));
    await refused(30_000);
    expect(connection.blocked).toBe(false);
    answering.mockImplementation(async () => new Response("null"));
    // The next plain request is answered, and the connection that is tried then works.
    const requests = (): number => sent.mock.calls.filter(([path]) => path === "/api/me").length;
    const before = requests();
    while (requests() === before) await refused(100);
    shows(table(1));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([connection.state, connection.blocked]).toEqual(["live", false]);
  });

  test("a connection that is lost and blocked from then on says so, too", async () => {
    shows(table(1));
    await refused(9_800);
    expect([connection.state, connection.blocked]).toEqual(["lost", false]);
    await refused(400);
    expect(connection.blocked).toBe(true);
  });
});
