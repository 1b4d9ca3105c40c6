import { afterAll, expect, test } from "vitest";
import { BUILDINGS } from "./point-city/cards";
import { kindWords, KINDS } from "./point-city/resources";
import { buildingName } from "./point-city/words/names";
import { pieceName } from "./between-two-cities/words/words";
import { TILES } from "./between-two-cities/pieces";
import { locales, overwriteGetLocale } from "../paraglide/runtime.js";

afterAll(() => {
  overwriteGetLocale(() => "en");
});

/** Names in all languages, by the codes that events have for the things. */
const named = <T>(things: readonly T[], code: (thing: T) => string, name: (thing: T) => string): object =>
  Object.fromEntries(
    things.map((thing) => [
      code(thing),
      locales.map((locale) => {
        overwriteGetLocale(() => locale);
        return name(thing);
      }),
    ]),
  );

test("emails name cards and tiles as the client does", async () => {
  const plain = (code: string): string => code;
  const things = {
    "point-city": {
      // The fields of the events that say what a player has taken, and the names.
      fields: { took: "kind", built: "card", drew: "kinds" },
      names: {
        ...named(KINDS, plain, kindWords),
        ...named(BUILDINGS, ({ id }) => id, buildingName),
      },
    },
    "between-two-cities": { fields: { placed: "piece" }, names: named(TILES, plain, pieceName) },
  };
  const lines = JSON.stringify({ languages: locales, games: things }, null, 1).replace(
    /\[\s+("[^\]]*")\s+\]/g,
    (_, list: string) => `[${list.replaceAll(/\s*\n\s*/g, " ")}]`,
  );
  // `npx vitest run --update things` writes it.
  await expect(`${lines}\n`).toMatchFileSnapshot("../../../crates/townhall-notices/src/things.json");
});
