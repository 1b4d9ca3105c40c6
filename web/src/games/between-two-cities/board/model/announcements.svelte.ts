import { newsOf } from "$lib/table/news";
import { untrack } from "svelte";
import type { BoardProps } from "$lib/game/game";
import { viewOf, gameEvents } from "$lib/table/state";
import { readable } from "$lib/settings/motion.svelte";
import { announcementsIn, SHOWN, type Announcement } from "../announcements";
import type { GameEvent, View } from "../../types";

/** How many announcements may wait: older ones are dropped. */
const MAX_WAITING = 2;
/** How long after the start the first round is still announced, in milliseconds. */
const FRESH = 8_000;

/** The announcements in the middle of the table, shown one after the other, each for a moment. */
export class Announcements {
  shown = $state.raw<Announcement | null>(null);
  #waiting: Announcement[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows what these events bring, after what is being shown. A hidden page shows nothing. */
  add(events: readonly GameEvent[]): void {
    if (!document.hidden) this.show(announcementsIn(events));
  }

  show(announcements: readonly Announcement[]): void {
    this.#waiting = [...this.#waiting, ...announcements].slice(-MAX_WAITING);
    if (!this.shown) this.#next();
  }

  /** Ends all of them, because the viewer does something. */
  dismiss(): void {
    this.#waiting = [];
    clearTimeout(this.#timer);
    this.shown = null;
  }

  #next(): void {
    const next = this.#waiting.shift() ?? null;
    this.shown = next;
    if (next) this.#timer = setTimeout(() => this.#next(), readable(SHOWN[next.kind]));
  }
}

/** The announcements of a table, which follow what happens there. Called while a component is initialised. */
export function announcementsAt(props: () => BoardProps): Announcements {
  const announcements = new Announcements();
  const newEntries = untrack(() => newsOf(props().table.log));
  untrack(() => {
    const { table, connection } = props();
    const began = table.log.find(({ type }) => type === "started");
    const { round, kind } = viewOf<View>(table);
    if (began && table.game?.moves === 0 && connection.now() - began.at < FRESH)
      announcements.show([{ kind: "round", round, duplexes: kind === "duplexes" }]);
  });
  $effect(() => {
    const { table, still } = props();
    const news = gameEvents<GameEvent>(newEntries(table.log));
    if (!still) untrack(() => announcements.add(news.map(({ event }) => event)));
  });
  $effect(() => () => announcements.dismiss());
  return announcements;
}
