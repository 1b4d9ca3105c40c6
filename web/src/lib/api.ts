import { Refused } from "./connection";
import type { GameInfo, Hint, Me, NewTable, Opened, Refusal, ScopeName, TableCard } from "./protocol";

export type { GameInfo, Me, NewTable, TableCard, VariantInfo } from "./protocol";

async function call<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Refused(await refusalOf(response));
  return (await response.json()) as T;
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const body: unknown = await response.json();
    if (typeof body === "object" && body !== null && "code" in body) return body as Refusal;
  } catch {
    // Not one of ours, such as a proxy's page.
  }
  return { code: "internal", detail: `${response.status} ${response.statusText}` };
}

export const api = {
  me: () => call<Me | null>("/api/me"),
  saveMe: (me: Me) => call<Me>("/api/me", "PUT", me),
  games: () => call<GameInfo[]>("/api/games"),
  createTable: (table: NewTable) => call<Opened>("/api/tables", "POST", table),
  tables: (scope: ScopeName) => call<TableCard[]>(`/api/tables?scope=${scope}`),
  table: (code: string) => call<TableCard>(`/api/tables/${code}`),
  /** What a bot would do on one's seat. */
  hint: (code: string) => call<Hint>(`/api/tables/${code}/hint`, "POST"),
};

export function recordPath(code: string): string {
  return `/api/tables/${code}/record`;
}
