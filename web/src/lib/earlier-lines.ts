import { tick } from "svelte";
import type { Action } from "svelte/action";
import type { Earlier } from "./protocol";
import type { Connection } from "./tables";

/** How near to the top of a pane earlier lines are loaded, in pixels. */
const NEAR = 200;

/** Loads earlier lines of log or talk when their pane is scrolled up. What is read stays where it is. */
export const earlierLines: Action<HTMLElement, { connection: Connection; what: keyof Earlier }> = (
  pane,
  { connection, what },
) => {
  const scrolled = async (): Promise<void> => {
    const before = connection.earlier[what];
    if (pane.scrollTop > NEAR || before === 0) return;
    const below = pane.scrollHeight - pane.scrollTop;
    try {
      await connection.loadEarlier(what);
    } catch {
      // If the request fails, it is repeated when somebody scrolls again.
      return;
    }
    await tick();
    if (connection.earlier[what] !== before) pane.scrollTop = pane.scrollHeight - below;
  };
  const listener = (): void => void scrolled();
  pane.addEventListener("scroll", listener, { passive: true });
  return { destroy: () => pane.removeEventListener("scroll", listener) };
};
