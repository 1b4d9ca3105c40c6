import { beforeEach, expect, test, vi } from "vitest";
import { accuracies } from "$lib/records/accuracies.svelte";
import { useTables, type Analyst, type Tables } from "$lib/table/tables";
import type { Analysed } from "$wire/engine";
import { Analyses } from "./analyses.svelte";
import { fakeStorage } from "$lib/settings/fake-storage";

const analysed = (progress: number): Analysed =>
  ({ progress, seats: [{ seat: 0, accuracy: 80 }] }) as unknown as Analysed;

let closed: string[];

beforeEach(() => {
  fakeStorage();
  closed = [];
  useTables({
    archive: { record: async (code: string) => code },
    here: {
      analyst: async (_: string, code: string) => {
        if (code === "BAD") throw new Error("no engine");
        let done = code === "KNOWN" ? 1 : 0;
        const endless = code === "LONG";
        return {
          begun: analysed(done),
          work: async () => {
            await new Promise((resolve) => setTimeout(resolve));
            if (closed.includes(code)) throw new Error("closed");
            return analysed(endless ? 0.5 : (done += 0.5));
          },
          close: () => void closed.push(code),
        } as unknown as Analyst;
      },
    },
  } as unknown as Tables);
});

test("games are analysed one after the other, and one that can't be is left out", async () => {
  const analyses = new Analyses();
  const outcome = analyses.start(["A", "BAD", "KNOWN"]);
  expect([analyses.on, analyses.number, analyses.all]).toEqual([true, 1, 3]);
  expect(await outcome).toEqual({ analysed: 2, failed: 1 });
  expect(analyses.on).toBe(false);
  expect(["A", "BAD", "KNOWN"].map((code) => accuracies()(code, 0))).toEqual([80, null, 80]);
  expect(new Set(closed)).toEqual(new Set(["A", "KNOWN"]));
});

test("they can be stopped at any moment, and begun again", async () => {
  const analyses = new Analyses();
  const stopped = analyses.start(["LONG", "A"]);
  await vi.waitFor(() => expect(analyses.progress).toBe(0.5));
  analyses.stop();
  expect(await stopped).toBeNull();
  expect([analyses.on, closed.includes("LONG"), closed.includes("A")]).toEqual([false, true, false]);
  expect(await analyses.start(["A"])).toEqual({ analysed: 1, failed: 0 });
});
