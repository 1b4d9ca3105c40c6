import { tableCode } from "./code";

/** The page for a path. */
export type Route = { page: "home" } | { page: "table"; code: string } | { page: "unknown" };

export function routeOf(path: string): Route {
  if (path === "/") return { page: "home" };
  const table = /^\/t\/([^/]+)\/?$/.exec(path);
  const code = table?.[1] && tableCode(table[1]);
  return code ? { page: "table", code } : { page: "unknown" };
}

export function tablePath(code: string): string {
  return `/t/${code}`;
}
