// Animations: cards move from the market to the player who took them, and from the deck to the market.
import { lasting } from "$lib/settings/motion.svelte";
import type { GameEvent } from "../types";

export interface Flight {
  key: number;
  /** The face of a card, or a token's name. */
  face: string;
  token: boolean;
  /** Whether it is visible before it flies; else it appears. */
  rests: boolean;
  from: DOMRect;
  to: DOMRect;
  delay: number;
}

/** How long a card moves, in milliseconds. */
const FLIGHT = 280;
/** How long after the beginning of a turn its cards fly, in milliseconds: the acting player is shown first. */
const START = 160;
/** When a card comes into a gap after the turn began, in milliseconds. */
const REFILL = 300;
const DECK = '[data-stock="deck"] span';
let keys = 0;

export class Motion {
  flights = $state.raw<readonly Flight[]>([]);
  /** Cards of the market that are on their way, or wait for it. */
  #moving = new Set<Animation>();

  constructor(private readonly root: () => HTMLElement | undefined) {}

  private rect(selector: string): DOMRect | undefined {
    return this.root()?.querySelector(selector)?.getBoundingClientRect();
  }

  /**
   * Animates the events of a turn after `wait` milliseconds. The board shows their result already: until then the cards
   * that were taken lie where they were, over those that came in their place.
   */
  show(events: readonly GameEvent[], wait: number): void {
    const flights: Flight[] = [];
    const fly = (what: Pick<Flight, "face" | "token" | "rests">, owner: number, place: string, more = 0) => {
      const [from, to] = [this.rect(place), this.rect(`[data-seat="${owner}"]`)];
      if (from && to) flights.push({ ...what, key: (keys += 1), from, to, delay: wait + lasting(more) });
    };
    for (const event of events) {
      const owner = event.seat ?? -1;
      const cell = "cell" in event ? `[data-cell="${event.cell}"]` : "";
      switch (event.event) {
        case "took":
          fly({ face: event.kind, token: false, rests: true }, owner, cell, START);
          break;
        case "built":
          fly({ face: event.card, token: false, rests: true }, owner, cell, START);
          break;
        case "drew":
          event.kinds.forEach((kind, i) =>
            fly({ face: kind, token: false, rests: false }, owner, DECK, i * START),
          );
          break;
        case "took-token":
          fly({ face: event.token, token: true, rests: false }, owner, '[data-stock="tokens"]', START);
          break;
        case "refilled":
          this.arrive(cell, wait + lasting(REFILL));
          break;
        case "flipped":
          this.turn(cell, wait);
          break;
      }
    }
    if (flights.length > 0) this.flights = [...this.flights, ...flights];
  }

  /** Ends all of them at once. */
  land(): void {
    this.flights = [];
    for (const animation of this.#moving) animation.cancel();
    this.#moving.clear();
  }

  /** The picture of a card. Only that moves: the button below it is where it can be pressed at any time. */
  private pictureIn(cell: string): SVGElement | null | undefined {
    return this.root()?.querySelector<SVGElement>(`${cell} .card > svg`);
  }

  /** A card moves from the deck to its cell. */
  private arrive(cell: string, delay: number): void {
    const card = this.pictureIn(cell);
    const [deck, gap] = [this.rect(DECK), card?.getBoundingClientRect()];
    if (!card || !deck || !gap) return;
    const [x, y] = [deck.x - gap.x, deck.y - gap.y];
    this.move(
      card,
      [
        { transform: `translate(${x}px, ${y}px) scale(0.6) rotateY(180deg)`, opacity: 0 },
        { opacity: 1, offset: 0.25 },
        { transform: "none" },
      ],
      { delay, easing: "cubic-bezier(.3,.8,.4,1)" },
    );
  }

  private turn(cell: string, delay: number): void {
    const card = this.pictureIn(cell);
    if (!card) return;
    this.move(card, [{ transform: "rotateY(180deg) scale(1.15)" }, { transform: "none" }], {
      delay,
      easing: "ease-out",
    });
  }

  private move(card: SVGElement, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    const animation = card.animate(frames, { duration: lasting(FLIGHT), fill: "backwards", ...options });
    this.#moving.add(animation);
    const done = () => this.#moving.delete(animation);
    animation.finished.then(done, done);
  }

  /** Animates one flight, and removes it at its end. */
  animate(flight: Flight): (node: HTMLElement) => void {
    return (node) => {
      const { from, to } = flight;
      const [x, y] = [
        to.x + to.width / 2 - from.x - from.width / 2,
        to.y + to.height / 2 - from.y - from.height / 2,
      ];
      const animation = node.animate(
        [
          { transform: "none", opacity: flight.rests ? 1 : 0 },
          { opacity: 1, offset: 0.05 },
          { transform: `translate(${x * 0.5}px, ${y * 0.5 - 24}px) scale(1.12)`, opacity: 1, offset: 0.5 },
          { transform: `translate(${x}px, ${y}px) scale(0.45)`, opacity: 0.25 },
        ],
        { duration: lasting(FLIGHT), delay: flight.delay, easing: "ease-in-out", fill: "both" },
      );
      const land = () => (this.flights = this.flights.filter(({ key }) => key !== flight.key));
      animation.finished.then(land, land);
    };
  }
}
