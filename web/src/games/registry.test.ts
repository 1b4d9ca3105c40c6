import { expect, test } from "vitest";
import { games } from "./registry";

test("every game's folder is registered; High Card is in the test build only", () => {
  const folders = Object.keys(import.meta.glob("./*/index.ts")).map((path) => path.split("/")[1] ?? "");
  const registered = games.map(({ id }) => id);
  expect(registered.toSorted()).toEqual(folders.filter((folder) => folder !== "high-card").toSorted());
});
