import { expect, test } from "vitest";
import { deviceLink, enteredCode } from "./entered-code";

test("a code is found in its own link and nowhere else", () => {
  const link = new URL(deviceLink("https://play.example", "ABCD-EFGH"));
  expect(link.pathname).toBe("/");
  for (const sloppy of [link.hash, `${link.hash}).`, `${link.hash}%E2%80%8E`])
    expect(enteredCode(sloppy), sloppy).toEqual({ sheet: "devices", code: "ABCD-EFGH" });
  const recovery = { sheet: "keep", code: "ABCD-EFGH-JKLM-NPQR" };
  expect(enteredCode("#recover=ABCD-EFGH-JKLM-NPQR")).toEqual(recovery);
  for (const other of [
    "",
    "#",
    "#device=",
    "#device=ABCD",
    "#device=ABCD-EFGH-JKLM-NPQR",
    "#device=<b>ABCDE",
    "#other=ABCD-EFGH",
    "#recover=ABCD-EFGH",
    "#recover=<b>ABCDEFGHJKLMN",
  ]) {
    expect(enteredCode(other), other).toBeNull();
  }
});
