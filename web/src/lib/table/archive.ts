import { joined } from "../records/records";
import type { KnownPerson } from "./person";
import type { Places, ServerTables } from "./places";
import { Refused } from "./refused";
import type { Archive, Finished, ListedTable, Records } from "./tables";

/** A record without what was said: it is shown to people for whom it was not meant. */
const withoutTalk = (record: string): string =>
  record
    .split("\n")
    .filter((line) => !line.startsWith('{"talk"'))
    .join("\n");

/** The record of a game that its host of files shows: `records/CODE.jsonl` beside the page. */
async function besidePage(code: string): Promise<string> {
  const answer = await fetch(`records/${code}.jsonl`);
  if (!answer.ok) throw new Error("this page has no server");
  return answer.text();
}

/** Tables of both places as one list, the latest changed first. A game that was handed over is in both places, and counts once. */
export function together(here: readonly ListedTable[], there: readonly ListedTable[]): ListedTable[] {
  const known = new Set(here.flatMap(({ code, shown_as }) => [code, shown_as]));
  const all = [...here, ...there.filter(({ code }) => !known.has(code))];
  return all.sort((a, b) => a.idle_ms - b.idle_ms);
}

/** The finished games of both places. */
export class JoinedArchive implements Archive {
  constructor(
    private readonly places: Places,
    private readonly person: KnownPerson,
  ) {}

  async finished(): Promise<Finished> {
    const none: Finished = { games: [], missing: null };
    const [here, { games, missing }] = await Promise.all([
      this.#finishedHere(),
      this.#kept((server) => server.finished(), none),
    ]);
    return { games: together(here, games), missing };
  }

  async records(): Promise<Records> {
    const files: string[] = [];
    let unread = 0;
    for (const { code } of await this.#finishedHere()) {
      try {
        files.push((await this.places.device?.record(code)) ?? "");
      } catch {
        unread += 1;
      }
    }
    const there = await this.#kept((server) => server.records(), { file: "", unread: 0, missing: null });
    return { file: joined([...files, there.file]), unread, missing: there.missing };
  }

  async record(code: string): Promise<string> {
    const place = (await this.places.holding(code)) ?? this.places.server;
    return place ? place.record(code) : besidePage(code);
  }

  async handOver(code: string): Promise<string> {
    const device = await this.places.holding(code);
    if (!device) return code;
    const before = await device.shownAs(code);
    if (before !== null) return before;
    const record = await device.record(code);
    await this.person.introduce();
    const there = await this.places.there((server) => server.show(withoutTalk(record)));
    await device.noteShown(code, there);
    return there;
  }

  async #finishedHere(): Promise<ListedTable[]> {
    return (await this.places.device?.finished().catch(() => [])) ?? [];
  }

  /** The games that the server keeps: none without a server, or if it does not know the user. */
  async #kept<T extends { readonly missing: unknown }>(
    ask: (server: ServerTables) => Promise<T>,
    none: T,
  ): Promise<T> {
    if (!this.places.server) return none;
    try {
      return await ask(this.places.server);
    } catch (error) {
      const nobody = error instanceof Refused && error.refusal.code === "nobody";
      return nobody ? none : { ...none, missing: error };
    }
  }
}
