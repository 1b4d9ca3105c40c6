import { expect, test } from "vitest";
import { linksIn } from "./links";

const OWN = "http://home:8080";

/** The addresses of the links in a text, whose parts add up to it. */
function addresses(text: string): string[] {
  const parts = linksIn(text, OWN);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  return parts.flatMap(({ href }) => href ?? []);
}

test("links are found among words, without the punctuation around them", () => {
  for (const [text, ...links] of [
    ["No link: house, 3:1, a.b"],
    [""],
    ["https://a.example", "https://a.example/"],
    ["See https://a.example/x?y=1#z.", "https://a.example/x?y=1#z"],
    ["(https://a.example/wiki/Go_(game))!", "https://a.example/wiki/Go_(game)"],
    ["»https://a.example/é«, “https://b.example”", "https://a.example/%C3%A9", "https://b.example/"],
    ["'https://a.example/x', 'HTTPS://b.example'", "https://a.example/x", "https://b.example/"],
    ["http://home:8080/t/ABC234 and https://a.example", "http://home:8080/t/ABC234", "https://a.example/"],
  ] as [string, ...string[]][])
    expect(addresses(text), text).toEqual(links);
});

test("neither other protocols nor misleading addresses become links", () => {
  for (const text of [
    "http://a.example",
    "javascript:alert(1)",
    "xhttps://a.example",
    "https://",
    "https://bank.example@a.example",
    "https://bank.example:pass@a.example/",
  ])
    expect(addresses(text), text).toEqual([]);
  // The direction mark ends the address.
  expect(addresses("https://a.example/\u202Egpj.exe")).toEqual(["https://a.example/"]);
});
