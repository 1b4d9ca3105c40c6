import { beforeEach, expect, test, vi } from "vitest";
import { combined } from "./combined";
import type { DeviceTables, ServerTables } from "./places";
import type { Me, NewTable } from "$wire/protocol";
import type { Connection } from "./connection";
import { Refused } from "./refused";
import type { ListedTable, Tables } from "./tables";
import { fakeStorage } from "$lib/settings/fake-storage";

const ADA: Me = { name: "Ada", colour: "teal" };
const BOTS: NewTable = { game: "point-city", variant: "standard", players: 3, bots: ["a", "b"], start: true };

const card = (code: string, idle_ms: number): ListedTable =>
  ({ code, idle_ms, status: "playing", names: [] }) as unknown as ListedTable;

/** Under which code the server shows the game of this browser. */
let shown: string | null;
/** Whether the server answers. */
let reachable: boolean;
let server: ServerTables;
let device: { [K in keyof DeviceTables]: ReturnType<typeof vi.fn> };
let both: Tables;

function asked<T>(answer: T): Promise<T> {
  return reachable ? Promise.resolve(answer) : Promise.reject(new TypeError("Failed to fetch"));
}

beforeEach(() => {
  fakeStorage([["guest", JSON.stringify({ me: ADA, told: true })]]);
  vi.spyOn(console, "warn").mockReturnValue();
  reachable = true;
  shown = null;
  server = {
    known: () => asked<Me>({ name: "Ada of the server", colour: "plum" }),
    save: (me) => asked(me),
    games: () => asked([]),
    open: () => asked("SERVER"),
    record: async () => "there",
    show: vi.fn(() => asked("SHOWN")),
    list: () => asked([card("OLD", 500), card("NEW", 10)]),
    finished: () => asked({ games: [card("OLD", 500), card("NEW", 10)], missing: null }),
    records: () => asked({ file: '{"record":1,"of":"server"}\n', unread: 0, missing: null }),
    connect: async () => ({ place: "server" }) as Connection,
  };
  device = {
    keeps: vi.fn(async () => true),
    games: vi.fn(async () => [{ id: "point-city" }]),
    cleanName: vi.fn(async (name: string) => name.trim()),
    open: vi.fn(async () => "DEVICE"),
    remove: vi.fn(async () => undefined),
    list: vi.fn(async () => [card("HERE", 100)]),
    finished: vi.fn(async () => [card("HERE", 100)]),
    has: vi.fn(async (code: string) => code === "HERE"),
    connect: vi.fn(async () => ({ place: "device" })),
    load: vi.fn(async () => ["LOADED"]),
    replay: vi.fn(async () => ({ steps: [], fault: null })),
    analyst: vi.fn(() => Promise.reject(new Error("not here"))),
    goOn: vi.fn(async () => "GOESON"),
    record: vi.fn(async () => '{"record":1}\n{"talk":"psst"}\n{"result":{}}\n'),
    shownAs: vi.fn(async () => shown),
    noteShown: vi.fn(async (_, there: string) => void (shown = there)),
  };
  both = combined(server, device as unknown as DeviceTables);
});

test.each([
  ["bots alone", BOTS, "DEVICE"],
  ["a table for one", { ...BOTS, players: 1, bots: [] }, "DEVICE"],
  ["a chair for a friend", { ...BOTS, players: 4 }, "SERVER"],
  ["a lobby", { ...BOTS, start: false }, "SERVER"],
])("%s: the table is opened in the right place", async (_, table, code) => {
  expect(await both.open(table)).toBe(code);
});

test("bots play as the guest whom the server knows", async () => {
  await both.person.known();
  await both.open(BOTS);
  expect(device.open).toHaveBeenCalledWith(BOTS, [{ name: "Ada of the server", colour: "plum" }]);
});

test.each([
  ["the browser stores nothing", new Error("no database"), "SERVER"],
  ["the engine does not know the game", new Refused({ code: "unknown", detail: "" }), "SERVER"],
])("%s: the server opens the table", async (_, error, code) => {
  device.open.mockRejectedValue(error);
  expect(await both.open(BOTS)).toBe(code);
});

test("refusals of the engine are passed on", async () => {
  device.open.mockRejectedValue(new Refused({ code: "malformed", detail: "" }));
  await expect(both.open(BOTS)).rejects.toBeInstanceOf(Refused);
});

test("lists are one list, the latest changed first", async () => {
  expect((await both.list("mine")).map(({ code }) => code)).toEqual(["NEW", "HERE", "OLD"]);
  expect((await both.list("open")).map(({ code }) => code)).toEqual(["OLD", "NEW"]);
});

test("a game that was handed over is listed once", async () => {
  device.list.mockResolvedValue([{ ...card("HERE", 100), shown_as: "OLD" }]);
  expect((await both.list("mine")).map(({ code }) => code)).toEqual(["NEW", "HERE"]);
});

test("finished games and their records are those of both places", async () => {
  const all = await both.archive.finished();
  expect(all.games.map(({ code }) => code)).toEqual(["NEW", "HERE", "OLD"]);
  expect(all.missing).toBeNull();
  const { file, ...rest } = await both.archive.records();
  expect(file).toContain("psst");
  expect(file).toContain("server");
  expect(rest).toEqual({ unread: 0, missing: null });
  reachable = false;
  const offline = await both.archive.finished();
  expect(offline.games.map(({ code }) => code)).toEqual(["HERE"]);
  expect(offline.missing).toBeInstanceOf(TypeError);
});

test("records that can't be loaded are reported, and the others are there", async () => {
  reachable = false;
  const offline = await both.archive.records();
  expect(offline.file).toContain("psst");
  expect(offline.missing).toBeInstanceOf(TypeError);
  const tooMany = new Refused({ code: "too-many", detail: "" });
  server.records = () => Promise.reject(tooMany);
  expect((await both.archive.records()).missing).toBe(tooMany);
  // Whom the server does not know has no games there.
  server.records = () => Promise.reject(new Refused({ code: "nobody", detail: "" }));
  expect((await both.archive.records()).missing).toBeNull();

  device.finished.mockResolvedValue([card("BAD", 100), card("HERE", 200)]);
  device.record.mockRejectedValueOnce(new Refused({ code: "unreadable", detail: "" }));
  const partly = await both.archive.records();
  expect([partly.file.includes("psst"), partly.unread]).toEqual([true, 1]);
});

test("one bad game of a file leaves the others alone, and is reported by its line in the file", async () => {
  const game = '{"record":1}\n{"result":{}}\n';
  const bad = '{"record":1}\n{"seat":9}\n';
  device.load.mockImplementation(async (record: string) => {
    if (record !== bad) return ["LOADED"];
    const params = { line: "2", fault: "move" };
    throw new Refused({ code: "bad-record", detail: "line 2: no such seat", params });
  });
  const { codes = [], refused = [] } = (await both.here?.load(`${game.repeat(101)}${bad}${game}`)) ?? {};
  expect(codes).toHaveLength(102);
  expect(refused.map(({ record }) => record)).toEqual([bad]);
  expect(refused[0]?.why.refusal).toEqual({
    code: "bad-record",
    detail: "line 204: no such seat",
    params: { line: "204", fault: "move" },
  });
  device.load.mockRejectedValue(new Error("no room"));
  await expect(both.here?.load(game)).rejects.toThrow("no room");
});

test("a record is read where the game is", async () => {
  expect(await both.archive.record("HERE")).toContain("psst");
  expect(await both.archive.record("OLD")).toBe("there");
});

test("a page without a server has the tables of its browser, and games that its host shows beside it", async () => {
  const beside = new Map([["records/SHOWN2.jsonl", "a game"]]);
  vi.stubGlobal("fetch", (path: string) => {
    const text = beside.get(path);
    return Promise.resolve(new Response(text ?? "", { status: text === undefined ? 404 : 200 }));
  });
  const site = combined(null, device as unknown as DeviceTables);
  expect(site.hasServer).toBe(false);
  expect(await site.archive.record("SHOWN2")).toBe("a game");
  await expect(site.archive.record("ABC234")).rejects.toThrow("no server");
  expect(await site.archive.record("HERE")).toContain("psst");
  expect((await site.list("mine")).map(({ code }) => code)).toEqual(["HERE"]);
  await expect(site.list("open")).rejects.toThrow("no server");
  expect(await site.archive.finished()).toEqual({ games: [card("HERE", 100)], missing: null });
  expect(await site.person.known()).toEqual(ADA);
  expect(await site.open(BOTS)).toBe("DEVICE");
  await expect(site.open({ ...BOTS, start: false })).rejects.toThrow("no server");
  // Its connection says that there is no such table.
  expect((await site.connect("ABC234")).place).toBe("device");
});

test("a client without the engine has the tables of its server alone", async () => {
  const alone = combined(server, null);
  expect(alone.here).toBeNull();
  expect(await alone.open(BOTS)).toBe("SERVER");
  expect((await alone.list("mine")).map(({ code }) => code)).toEqual(["NEW", "OLD"]);
  expect((await alone.archive.finished()).games).toHaveLength(2);
  expect((await alone.archive.records()).file).toContain("server");
  expect((await alone.connect("HERE")).place).toBe("server");
  expect(await alone.archive.handOver("HERE")).toBe("HERE");
  reachable = false;
  await expect(alone.person.known()).rejects.toThrow("Failed to fetch");
});

test("a game is handed over without what was said, and once", async () => {
  reachable = false;
  await expect(both.archive.handOver("HERE")).rejects.toThrow();
  expect(shown).toBeNull();
  reachable = true;
  expect(await both.archive.handOver("HERE")).toBe("SHOWN");
  expect(server.show).toHaveBeenLastCalledWith('{"record":1}\n{"result":{}}\n');
  reachable = false;
  expect(await both.archive.handOver("HERE")).toBe("SHOWN");
  expect(server.show).toHaveBeenCalledTimes(2);
  // A table of the server is there already.
  expect(await both.archive.handOver("OLD")).toBe("OLD");
  expect(server.show).toHaveBeenCalledTimes(2);
});

test("a table is looked for in this browser first", async () => {
  expect((await both.connect("HERE")).place).toBe("device");
  expect((await both.connect("THERE")).place).toBe("server");
  device.has.mockRejectedValue(new Error("no database"));
  expect((await both.connect("HERE")).place).toBe("server");
});

test("without a server, everything that needs none goes on", async () => {
  reachable = false;
  expect(await both.person.known()).toEqual(ADA);
  expect(await both.person.save({ name: " Bea ", colour: "moss" })).toEqual({ name: "Bea", colour: "moss" });
  expect(await both.person.known()).toEqual({ name: "Bea", colour: "moss" });
  expect((await both.games()).length).toBe(1);
  expect(await both.open(BOTS)).toBe("DEVICE");
  expect((await both.list("mine")).map(({ code }) => code)).toEqual(["HERE"]);
  await expect(both.list("open")).rejects.toThrow();
  await expect(both.open({ ...BOTS, start: false })).rejects.toThrow();
});

test("a name that was entered without a server is sent to the server before it is needed there", async () => {
  reachable = false;
  await both.person.save({ name: "Bea", colour: "moss" });
  reachable = true;
  const saved = vi.spyOn(server, "save");
  await both.open(BOTS);
  expect(saved).not.toHaveBeenCalled();
  await both.open({ ...BOTS, start: false });
  await both.connect("THERE");
  expect(saved).toHaveBeenCalledExactlyOnceWith({ name: "Bea", colour: "moss" });
});

test("a connection is made before the server knows the name, if it does not answer", async () => {
  reachable = false;
  await both.person.save({ name: "Bea", colour: "moss" });
  expect((await both.connect("THERE")).place).toBe("server");
});

test("whom the server has signed out or forgotten, this browser forgets as well", async () => {
  server.known = () => asked(null);
  expect(await both.person.known()).toBeNull();
  reachable = false;
  expect(await both.person.known()).toBeNull();
});

test("a name that was never sent to the server is kept", async () => {
  reachable = false;
  await both.person.save({ name: "Bea", colour: "moss" });
  reachable = true;
  server.known = () => asked(null);
  expect(await both.person.known()).toEqual({ name: "Bea", colour: "moss" });
});

test("a server that does not answer is waited for, but not for long", async () => {
  vi.useFakeTimers();
  server.known = () => new Promise(() => undefined);
  const me = both.person.known();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await me).toEqual(ADA);
});

test("refusals of the server are not answered by the browser", async () => {
  server.save = () => Promise.reject(new Refused({ code: "bad-text", detail: "" }));
  await expect(both.person.save(ADA)).rejects.toBeInstanceOf(Refused);
  expect(device.cleanName).not.toHaveBeenCalled();
});

test("without cookies, the person is known to this browser alone, and no table is opened on the server", async () => {
  vi.stubGlobal("navigator", { cookieEnabled: false });
  const save = vi.spyOn(server, "save");
  const open = vi.spyOn(server, "open");
  expect(await both.person.save({ name: " Zoe ", colour: "plum" })).toEqual({ name: "Zoe", colour: "plum" });
  expect(await both.person.known()).toEqual({ name: "Zoe", colour: "plum" });
  expect(await both.open(BOTS)).toBe("DEVICE");
  await expect(both.open({ ...BOTS, start: false })).rejects.toMatchObject({ refusal: { code: "nobody" } });
  // Tables of others can be looked at.
  expect(await both.connect("THERE")).toEqual({ place: "server" });
  expect(save).not.toHaveBeenCalled();
  expect(open).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
