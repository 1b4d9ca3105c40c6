import { gamesOf } from "../records/records";
import type { Me, Refusal } from "$wire/protocol";
import type { KnownPerson } from "./person";
import type { DeviceTables } from "./places";
import { Refused } from "./refused";
import type { Here, Loaded } from "./tables";

/** The user of a browser that has no name yet. */
const UNNAMED: Me = { name: "A", colour: "teal" };

/** The fault of a record that begins after so many lines of its file. */
function further({ detail, params, ...refusal }: Refusal, before: number): Refused {
  const line = String(Number(params?.line ?? 1) + before);
  return new Refused({
    ...refusal,
    detail: detail.replace(/^line \d+/, `line ${line}`),
    params: { ...params, line },
  });
}

/** The tasks of this browser, in which its user plays. */
export function hereFor(device: DeviceTables, person: KnownPerson): Here {
  const me = (): Me => person.remembered ?? UNNAMED;

  async function load(file: string): Promise<Loaded> {
    const [codes, refused]: [string[], { record: string; why: Refused }[]] = [[], []];
    let before = 0;
    for (const record of gamesOf(file)) {
      try {
        codes.push(...(await device.load(record, me())));
      } catch (error) {
        if (!(error instanceof Refused && error.refusal.code === "bad-record")) throw error;
        refused.push({ record, why: further(error.refusal, before) });
      }
      before += record.split("\n").length - 1;
    }
    return { codes, refused };
  }

  return {
    openForAll: (table, people) => device.open(table, people),
    keeps: () => device.keeps(),
    remove: (code) => device.remove(code),
    load,
    replay: (record, seat) => device.replay(record, seat),
    analyst: (record, code) => device.analyst(record, code),
    goOn: (record, from) => device.goOn(record, from, me()),
  };
}
