import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = new URL("../../", import.meta.url);

interface Plural {
  declarations: string[];
  match: Record<string, string>;
}
type Catalogue = Record<string, string | Plural[]>;

function read<T>(path: string): T {
  return JSON.parse(readFileSync(fileURLToPath(new URL(path, ROOT)), "utf8")) as T;
}

const settings = read<{ locales: string[]; [plugin: string]: unknown }>("project.inlang/settings.json");
const { pathPattern } = settings["plugin.inlang.messageFormat"] as { pathPattern: string[] };

/** All messages of a language. */
function catalogue(locale: string): [key: string, message: string | Plural[]][] {
  return pathPattern
    .flatMap((path) => Object.entries(read<Catalogue>(path.replace("{locale}", locale))))
    .filter(([key]) => key !== "$schema");
}

/** The texts of a message. */
function texts(message: string | Plural[]): string[] {
  return typeof message === "string" ? [message] : message.flatMap(({ match }) => Object.values(match));
}

test.each(settings.locales)("%s: before a number stands a minus, not a hyphen", (locale) => {
  const wrong = catalogue(locale).filter(([, message]) =>
    texts(message).some((text) => /(^|[\s(])-(\d|\{)/.test(text)),
  );
  expect(wrong).toEqual([]);
});

/** The inputs that are numbers of things. */
const NUMBERS = ["n", "count", "points", "total", "seconds", "minutes"];
/** The languages in which a noun changes after a number. */
const COUNTING = ["en", "de", "es"];
/** Messages in which the word after the number is not what is counted, or is the same for one. */
const UNCOUNTED = new Set([
  "btc_now_each",
  "btc_reason_later",
  "btc_reason_room",
  "btc_sheet_tile",
  "btc_sheet_too_many",
  // The points come with their unit.
  "btc_better_passes",
  "btc_term_leaves",
  "btc_term_pair",
  "btc_term_passes",
  "btc_term_rest",
  // "Of them", always several.
  "btc_term_returns",
  // Always several.
  "hint_all_even",
  "keep_codes_left",
  "pc_amount",
  "pc_built",
  "pc_ingenuity_points",
  "pc_permanent_points",
  "pc_plus_tokens",
  "pc_printed_points",
  // "+4 points".
  "btc_reason_there",
  // Two or more.
  "pc_reason_behind",
  "pc_reason_cheaper",
  "pc_reason_cheaper_than",
  // The number stands by itself.
  "pc_reason_opens",
  "pc_sheet_add",
  // 5 or 7.
  "pc_token_flat",
  "pc_token_points",
  "pc_tokens_held",
  // "min" is the unit.
  "refused_sent_away",
  "votes",
]);

test.each(COUNTING)("%s: what is counted has a singular", (locale) => {
  const wrong = catalogue(locale).flatMap(([key, message]) => {
    if (typeof message !== "string" || UNCOUNTED.has(key)) return [];
    const counted = NUMBERS.some((name) => new RegExp(`\\{${name}\\} \\p{L}{2,}`, "u").test(message));
    return counted ? [`${key}: ${message}`] : [];
  });
  expect(wrong).toEqual([]);
});

test.each(settings.locales)(
  "%s: a plural has a form for one, if the language has one, and for all others",
  (locale) => {
    const kinds = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const wrong = catalogue(locale).flatMap(([key, message]) => {
      if (typeof message === "string") return [];
      return message.flatMap(({ declarations, match }) => {
        const selectors = Object.keys(match).map((one) => one.split("=")[1] ?? "");
        const all = selectors.some((one) => one === "*" || one === "other");
        const one = !kinds.includes("one") || selectors.includes("one");
        // The plural rule gets a number, never a text with a minus of its own.
        const plural = declarations.find((text) => / plural$/.test(text));
        const input = /= (\w+): plural$/.exec(plural ?? "")?.[1];
        const number = input !== undefined && NUMBERS.includes(input);
        return all && one && number ? [] : [key];
      });
    });
    expect(wrong).toEqual([]);
  },
);
