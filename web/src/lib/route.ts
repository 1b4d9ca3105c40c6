import { tableCode } from "./code";

/**
 * Whether pages are told apart by the fragment of the address (`#/t/ABC234`): where there is no server, nobody serves the
 * page for other paths. Then it lies under any path itself.
 */
const IN_FRAGMENT = import.meta.env.MODE === "site";

/** The link to a path of this app. */
export function hrefOf(path: string): string {
  return IN_FRAGMENT ? `#${path}` : path;
}

/** The path of the page that is shown. */
export function here(): string {
  if (!IN_FRAGMENT) return location.pathname;
  return location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
}

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
