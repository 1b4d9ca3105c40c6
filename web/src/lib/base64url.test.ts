import { expect, test } from "vitest";
import { base64url, bytesOf } from "./base64url";

test("bytes are read back from their text", () => {
  for (const bytes of [[], [0], [251, 255], [1, 2, 3], [62, 63, 255, 254]]) {
    const { buffer } = Uint8Array.from(bytes);
    expect(base64url(buffer)).toBe(Buffer.from(bytes).toString("base64url"));
    expect([...bytesOf(base64url(buffer))]).toEqual(bytes);
  }
});
