import { expect, test } from "vitest";
import { tableCode } from "./route";

test.each([
  ["abc234", "ABC234"],
  ["  ABC 234 ", "ABC234"],
  ["ABC-234", "ABC234"],
  ["https://townhall.example/t/abc234?x=1", "ABC234"],
  ["/t/ABC234/", "ABC234"],
  ["(https://townhall.example/t/ABC234), see you!", "ABC234"],
  ["https://townhall.example/t/ABC%20234.", "ABC234"],
  ["\u200bABC234\u200e", "ABC234"],
  ["“ABC\u00a0234”", "ABC234"],
  ["abc23", null],
  ["abc2345", null],
  ["äbc234", null],
  ["", null],
])("the code in %j is %j", (text, code) => expect(tableCode(text)).toBe(code));
