import { takeOver } from "../offline/update";
import { here, hrefOf, routeOf, type Route } from "./route";

let current = $state.raw<Route>(routeOf(here()));

addEventListener("popstate", () => {
  current = routeOf(here());
});

export const router = {
  get route(): Route {
    return current;
  },
};

/** Goes to another page of this site, a path with or without a fragment, without loading it anew. */
export function go(path: string): void {
  if (path !== here()) history.pushState(null, "", hrefOf(path));
  current = routeOf(path);
  scrollTo(0, 0);
  void takeOver();
}

/** Handles plain clicks on links within this site without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  event.preventDefault();
  go(link.hash.startsWith("#/") ? link.hash.slice(1) : link.pathname + link.hash);
}
