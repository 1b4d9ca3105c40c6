import { describe, expect, it } from "vitest";
import { clockOf, digestAt, minuteOf } from "./digest";

describe("the times of a digest", () => {
  it.each([
    ["08:00", 480],
    ["00:05", 5],
    ["23:59", 1439],
  ])("are shown as %s", (text, minutes) => {
    expect(clockOf(minutes)).toBe(text);
    expect(minuteOf(text)).toBe(minutes);
  });

  it("are one or two, in their order", () => {
    const zone = "Europe/Budapest";
    expect(minuteOf("")).toBeNull();
    expect(digestAt([1080, 480], zone)).toEqual({ times: [480, 1080], zone });
    expect(digestAt([null, 1080], zone)).toEqual({ times: [1080], zone });
    expect(digestAt([480, 480], zone)).toEqual({ times: [480], zone });
    expect(digestAt([null, null], zone)).toBeNull();
  });
});
