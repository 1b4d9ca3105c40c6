import { expect, test } from "vitest";
import { deviceCodeOf, deviceLink } from "./device-code";

test("a code is found in its own link and nowhere else", () => {
  const link = new URL(deviceLink("https://play.example", "ABCD-EFGH"));
  expect(link.pathname).toBe("/");
  expect(deviceCodeOf(link.hash)).toBe("ABCD-EFGH");
  for (const other of ["", "#", "#device=", "#device=ABCD", "#device=<b>ABCDE", "#other=ABCD-EFGH"]) {
    expect(deviceCodeOf(other)).toBeNull();
  }
});
