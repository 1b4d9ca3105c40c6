import { describe, expect, it } from "vitest";
import { moveOf, moveText } from "./moves";

describe("moves", () => {
  it("reads and writes both kinds", () => {
    expect(moveOf("choose d O")).toEqual({ kind: "choose", pieces: ["d", "O"] });
    expect(moveOf("place e/H 2 -1,0")).toEqual({ kind: "place", piece: "e/H", city: 2, spot: "-1,0" });
    expect(moveOf("fly S")).toBeNull();
    for (const text of ["choose d O", "place e/H 2 -1,0"]) expect(moveText(moveOf(text)!)).toBe(text);
  });
});
