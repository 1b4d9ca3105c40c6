import { Refused } from "./connection";
import type { Colour, GameInfo, Options, Refusal, Status } from "./protocol";

export type { GameInfo, VariantInfo } from "./protocol";

/** Who this browser is. */
export interface Me {
  name: string;
  colour: Colour;
}

/** What lists say of a table. */
export interface TableCard {
  code: string;
  game: string;
  variant: string;
  players: number;
  names: (string | null)[];
  status: Status;
  your_turn: boolean;
  touched: number;
}

export interface NewTable {
  game: string;
  variant: string;
  players: number;
  options: Options;
  bots?: string[];
  start?: boolean;
}

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
  createTable: (table: NewTable) => call<{ code: string }>("/api/tables", "POST", table),
  tables: (scope: "mine" | "open" | "watch") => call<TableCard[]>(`/api/tables?scope=${scope}`),
  table: (code: string) => call<TableCard>(`/api/tables/${code}`),
};

export function recordPath(code: string): string {
  return `/api/tables/${code}/record`;
}
