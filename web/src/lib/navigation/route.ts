/**
 * Whether the page is named by the fragment of the address (`#/t/ABC234`): without a server, no host serves the
 * page for other paths. Then it may itself be under any path.
 */
const IN_FRAGMENT = import.meta.env.MODE === "site";

/** The link to a path of this app. */
export function hrefOf(path: string): string {
  return IN_FRAGMENT ? `#${path}` : path;
}

/** The path of the page that is shown, with its own fragment. */
export function here(): string {
  if (!IN_FRAGMENT) return location.pathname + location.hash;
  return location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
}

/** A finished game, with a moment of it in the link's fragment. */
export interface ReplayRoute {
  page: "replay";
  code: string;
  fragment: string;
}

/** A page. */
export type Route =
  | { page: "home" }
  | { page: "table"; code: string }
  /** The score sheet of a game, with a position in the link's fragment. */
  | { page: "score"; game: string; fragment: string }
  | ReplayRoute
  /** One's finished games. */
  | { page: "games" }
  /** The data that a server keeps about its guests. */
  | { page: "privacy" }
  | { page: "unknown" };

/** The page for a path, which may have a fragment. */
export function routeOf(link: string): Route {
  const [path = "", fragment = ""] = link.split("#", 2);
  if (path === "/") return { page: "home" };
  if (/^\/games\/?$/.test(path)) return { page: "games" };
  if (/^\/privacy\/?$/.test(path)) return { page: "privacy" };
  const score = /^\/score\/([a-z0-9-]+)\/?$/.exec(path)?.[1];
  if (score) return { page: "score", game: score, fragment };
  const [, page, name = ""] = /^\/([tr])\/([^/]+)\/?$/.exec(path) ?? [];
  const code = tableCode(decoded(name));
  if (!code) return { page: "unknown" };
  return page === "r" ? { page: "replay", code, fragment } : { page: "table", code };
}

/** The path of one's finished games. */
export const GAMES_PATH = "/games";

/** The path of the page about what a server keeps. */
export const PRIVACY_PATH = "/privacy";

export function tablePath(code: string): string {
  return `/t/${code}`;
}

/** The link to a finished game, or to a moment of it. */
export function replayPath(code: string, fragment = ""): string {
  return `/r/${code}${fragment === "" ? "" : `#${fragment}`}`;
}

/** The link to the score sheet of a game. */
export function scorePath(game: string, fragment = ""): string {
  return `/score/${game}${fragment === "" ? "" : `#${fragment}`}`;
}

/** A part of an address, as text without percent encoding; unchanged if it is not encoded correctly. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The code of a table from what a user typed or pasted: in small letters, or a whole link. Only letters and digits count: people
 * write spaces and hyphens, and messengers and word processors add punctuation and invisible characters. Null if it can't be one.
 */
export function tableCode(text: string): string | null {
  const link = /\/t\/([^/?#]+)/.exec(text)?.[1];
  const code = (link === undefined ? text : decoded(link.split(/\s/, 1)[0] ?? ""))
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
  return /^[A-Z0-9]{6}$/.test(code) ? code : null;
}
