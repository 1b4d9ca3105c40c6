import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Me } from "$wire/protocol";
import type { Tables } from "../table/tables";
import { fakeStorage } from "./fake-storage";

const ADA: Me = { name: "Ada", colour: "teal" };

let stored: Map<string, string>;
let person: Record<"known" | "save", ReturnType<typeof vi.fn>>;
let own: typeof import("./me.svelte");

beforeEach(async () => {
  stored = fakeStorage();
  person = { known: vi.fn(async () => null), save: vi.fn(async (me: Me) => me) };
  vi.resetModules();
  // To load all messages again for each test takes seconds.
  vi.doMock("../../paraglide/messages.js", () => ({ m: { guest_names: () => "Cedar, Linden" } }));
  (await import("../table/tables")).useTables({ person } as unknown as Tables);
  own = await import("./me.svelte");
});

afterAll(() => {
  vi.doUnmock("../../paraglide/messages.js");
  vi.resetModules();
});

test("the name is asked for once, and again only after a failure", async () => {
  person.known.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(ADA);
  await expect(own.whoAmI()).rejects.toThrow();
  expect(await Promise.all([own.whoAmI(), own.whoAmI()])).toEqual([ADA, ADA]);
  expect(person.known).toHaveBeenCalledTimes(2);
  expect(own.me.current).toEqual(ADA);
});

test("a name that is chosen while the earlier one is asked for stays", async () => {
  let answer: (me: Me | null) => void = () => undefined;
  person.known.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const asked = own.whoAmI();
  await own.saveMe(ADA);
  answer(null);
  await asked;
  expect(own.me.current).toEqual(ADA);
});

test("a guest who has a name keeps it", async () => {
  person.known.mockResolvedValue(ADA);
  await own.ensureMe();
  expect(person.save).not.toHaveBeenCalled();
  expect(own.hasMadeUpName()).toBe(false);
});

test("a new guest gets a name, and is asked for another one until they answer", async () => {
  await own.ensureMe();
  const made = own.me.current?.name ?? "";
  expect(["Cedar", "Linden"]).toContain(made);
  expect(own.hasMadeUpName()).toBe(true);
  expect(JSON.parse(stored.get("made-up-name") ?? "")).toBe(made);
  own.keepName();
  expect(own.hasMadeUpName()).toBe(false);
  await own.ensureMe();
  expect(person.save).toHaveBeenCalledOnce();
});

test("a guest who chooses a name is not asked for another one", async () => {
  await own.ensureMe();
  await own.saveMe({ name: "Ben", colour: "plum" });
  expect(own.hasMadeUpName()).toBe(false);
});

test("a name that was made up gives way to the person at the table who has it", async () => {
  await own.ensureMe();
  const made = own.me.current?.name ?? "";
  await own.makeUpAnother([made]);
  expect(own.me.current?.name).toBe(made === "Cedar" ? "Linden" : "Cedar");
  expect(own.hasMadeUpName()).toBe(true);
  // Without a free one it stays.
  await own.makeUpAnother(["Cedar", "Linden"]);
  expect(person.save).toHaveBeenCalledTimes(2);
});
