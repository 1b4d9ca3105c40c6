import { createContext } from "svelte";
import { innerHeight as windowHeight } from "svelte/reactivity/window";
import { hasSquare, isLow, sizeOf, type Size } from "./room";

/** Heights in pixels: up to `TIGHT` the cells need every line, from `TALL` on there is room above them. */
const [TIGHT, TALL] = [660, 860];

/** From which ratio of its sides on a board has a square beside the rest. */
const LANDSCAPE = 1.15;

const FLAGS = [
  "narrow",
  "close",
  "beside",
  "wide",
  "zoomed",
  "low",
  "tight",
  "tall",
  "past",
  "brief",
] as const;

/** The room for a board. The page's `Board` decides once what it allows; everything on the board follows this. */
export class BoardRoom {
  /** The size of the board in pixels. Until it is measured, that of the window: measuring at once would lay out the page twice. */
  width = $state(innerWidth);
  height = $state(innerHeight);
  /** The size of the page's letters in pixels. */
  rem = $state(16);

  readonly #window = $derived(windowHeight.current ?? 0);
  readonly #props: () => { past: boolean; brief: boolean; silent: boolean };

  constructor(props: () => { past: boolean; brief: boolean; silent: boolean }) {
    this.#props = props;
  }

  /** Whether a game is looked back on: the board takes no actions and shows no buttons. */
  readonly past = $derived.by(() => this.#props().past);
  readonly #given = $derived.by(() => {
    const { past, silent } = this.#props();
    return { width: this.width, height: this.height, silent: past || silent };
  });
  readonly size: Size = $derived(sizeOf(this.#given));
  /** A phone, in either format. */
  readonly narrow = $derived(["phone", "least", "lying"].includes(this.size));
  /** No wider than beside a pane, but not a phone. */
  readonly close = $derived(this.size === "pane" || this.size === "tablet");
  readonly large = $derived(this.size === "large");
  readonly #columns = $derived(["pane", "desk", "large"].includes(this.size));
  /** Whether letters are so large that a wide board has few of them in a line. */
  readonly zoomed = $derived(this.#columns && this.width <= 40 * this.rem);
  /** Room for columns beside the middle, and for a square of a fair size in it. */
  readonly wide = $derived(this.#columns && (this.zoomed || hasSquare(this.#given, this.#window)));
  /** Else, where it is wider than high, everything is beside the square. */
  readonly beside = $derived(
    !this.wide && (this.#columns || this.size === "lying" || this.width > LANDSCAPE * this.height),
  );
  /** No room for a row of the others above the cities. */
  readonly low = $derived(isLow(this.#given));
  readonly tight = $derived(this.height <= TIGHT);
  readonly tall = $derived(this.height >= TALL);
  /** Whether little height is left: the board shows only what a decision is about. */
  readonly brief = $derived.by(() => this.#props().brief && this.narrow);

  /** Classes for the outermost element of a part of the board whose styles depend on the room. */
  readonly at = $derived(
    [this.size, ...FLAGS.filter((is) => this[is])].map((name) => `at-${name}`).join(" "),
  );
}

/** The room of the board around a component. */
export const [boardRoom, setBoardRoom] = createContext<BoardRoom>();
