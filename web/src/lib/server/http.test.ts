import { expect, test, vi } from "vitest";
import { Refused } from "../table/refused";
import { request, requestJson } from "./http";

function answering(body: string, status = 200): ReturnType<typeof vi.fn> {
  const asked = vi.fn(async () => new Response(body, { status, statusText: "Status" }));
  vi.stubGlobal("fetch", asked);
  return asked;
}

const refusalOf = async (answer: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await answer.catch((error: unknown) => error);
  return error instanceof Refused ? error.refusal : error;
};

test("a body is sent as JSON, and a request without one has no type", async () => {
  const asked = answering('{"code":"ABC234"}');
  expect(await requestJson("/api/tables", "POST", { game: "point-city" })).toEqual({ code: "ABC234" });
  expect(asked).toHaveBeenLastCalledWith("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"game":"point-city"}',
  });
  await request("/api/me");
  expect(asked).toHaveBeenLastCalledWith("/api/me", { method: "GET", headers: {}, body: null });
});

test.each([403, 404, 429, 500])("an answer with status %i is a refusal with its reason", async (status) => {
  answering('{"code":"too-many","detail":"wait"}', status);
  expect(await refusalOf(request("/api/me"))).toEqual({ code: "too-many", detail: "wait" });
});

test.each(["<h1>Bad gateway</h1>", "null", "{}", '"too-many"'])(
  "an error that is not the server's is internal: %s",
  async (body) => {
    answering(body, 502);
    expect(await refusalOf(request("/api/me"))).toEqual({ code: "internal", detail: "502 Status" });
  },
);

test("a request without an answer is not refused", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(request("/api/me")).rejects.toThrow(TypeError);
});
