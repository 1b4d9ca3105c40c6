import { createContext } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import { WINDOWS } from "../ui/windows";

/** The size classes of boards with their least width in pixels, the widest first. */
const WIDTHS = [
  /** The others are beside the cities or the market instead of above. */
  ["large", 1360],
  ["desk", 1025],
  /** A small laptop, or beside a pane. */
  ["pane", 900],
  /** A tablet in portrait format. */
  ["tablet", 720],
  ["phone", 356],
  /** The narrowest phones. */
  ["least", 0],
] as const;

/** A phone in landscape format is wider than high, and no wider than this. */
const LYING = 1100;

/** Heights in pixels: up to `TIGHT` the cells need every line, from `TALL` on there is room above them. */
const [TIGHT, TALL] = [660, 860];

const FLAGS = ["narrow", "close", "short", "wide", "zoomed", "tight", "tall", "past", "brief"] as const;

export type Size = (typeof WIDTHS)[number][0] | "lying";

/** The room for a board. The page's `Board` decides once what it allows; everything on the board follows this. */
export class BoardRoom {
  /** The size of the board in pixels. Until it is measured, that of the window: measuring at once would lay out the page twice. */
  width = $state(innerWidth);
  height = $state(innerHeight);
  /** The size of the page's letters in pixels. */
  rem = $state(16);

  readonly #lying = new MediaQuery(WINDOWS.lying);
  readonly #short = new MediaQuery(WINDOWS.short);
  readonly #props: () => { past: boolean; brief: boolean };

  constructor(props: () => { past: boolean; brief: boolean }) {
    this.#props = props;
  }

  readonly size: Size = $derived.by(() => {
    if (this.#lying.current && this.width < LYING) return "lying";
    const size = WIDTHS.find(([, least]) => this.width >= least)?.[0] ?? "least";
    return size === "large" && this.#short.current ? "desk" : size;
  });
  /** A phone, in either format. */
  readonly narrow = $derived(["phone", "least", "lying"].includes(this.size));
  /** No wider than beside a pane, but not a phone. */
  readonly close = $derived(this.size === "pane" || this.size === "tablet");
  readonly large = $derived(this.size === "large");
  /** Too low for parts above and below each other. */
  readonly short = $derived(this.#short.current);
  /** Room for columns beside the middle. */
  readonly wide = $derived(!this.narrow && this.size !== "tablet" && !this.short);
  /** Whether letters are so large that a wide board has few of them in a line. */
  readonly zoomed = $derived(this.wide && this.width <= 40 * this.rem);
  readonly tight = $derived(this.height <= TIGHT);
  readonly tall = $derived(this.height >= TALL);
  /** Whether a game is looked back on: the board takes no actions and shows no buttons. */
  readonly past = $derived.by(() => this.#props().past);
  /** Whether little height is left: the board shows only what a decision is about. */
  readonly brief = $derived.by(() => this.#props().brief && this.narrow);

  /** Classes for the outermost element of a part of the board whose styles depend on the room. */
  readonly at = $derived(
    [this.size, ...FLAGS.filter((is) => this[is])].map((name) => `at-${name}`).join(" "),
  );
}

/** The room of the board around a component. */
export const [boardRoom, setBoardRoom] = createContext<BoardRoom>();
