import { expect, test } from "vitest";
import { routeOf } from "./route";

test("paths", () => {
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/games")).toEqual({ page: "games" });
  expect(routeOf("/privacy")).toEqual({ page: "privacy" });
  expect(routeOf("/t/abc234")).toEqual({ page: "table", code: "ABC234" });
  for (const sloppy of [
    "ABC234)",
    "ABC234,",
    "ABC234%20",
    "ABC%20234",
    "ABC234%E2%80%8E",
    "%E2%80%8BABC234",
    "ABC234%",
  ])
    expect(routeOf(`/t/${sloppy}`), sloppy).toEqual({ page: "table", code: "ABC234" });
  expect(routeOf("/r/ABC234)#s=12")).toEqual({ page: "replay", code: "ABC234", fragment: "s=12" });
  expect(routeOf("/t/nothing-like-it")).toEqual({ page: "unknown" });
  expect(routeOf("/t/")).toEqual({ page: "unknown" });
  expect(routeOf("/r/abc234#s=12")).toEqual({ page: "replay", code: "ABC234", fragment: "s=12" });
  expect(routeOf("/score/point-city")).toEqual({ page: "score", game: "point-city", fragment: "" });
  expect(routeOf("/score/x#v=a")).toEqual({ page: "score", game: "x", fragment: "v=a" });
  expect(routeOf("/score/")).toEqual({ page: "unknown" });
  expect(routeOf("/elsewhere")).toEqual({ page: "unknown" });
});
