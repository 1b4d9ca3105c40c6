import type { Refusal } from "$wire/protocol";
import { Refused } from "../table/refused";

/** Sends a request to the server. Rejects with a `Refused` if its answer is an error. */
export async function request(path: string, method = "GET", body?: unknown): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Refused(await refusalOf(response));
  return response;
}

/** A request whose answer is JSON. */
export async function requestJson<T>(path: string, method?: string, body?: unknown): Promise<T> {
  const response = await request(path, method, body);
  return (await response.json()) as T;
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const body: unknown = await response.json();
    if (typeof body === "object" && body !== null && "code" in body) return body as Refusal;
  } catch {
    // The body is not the server's JSON, for example an error page of a proxy.
  }
  return { code: "internal", detail: `${response.status} ${response.statusText}` };
}
