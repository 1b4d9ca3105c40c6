// Animations: cards move from the market to whoever took them, and from the deck to the market.
import { reducedMotion } from "$lib/motion";
import type { GameEvent } from "./types";

export interface Flight {
  key: number;
  /** The face of a card, or a token's name. */
  face: string;
  token: boolean;
  from: DOMRect;
  to: DOMRect;
  delay: number;
}

/** How long a card moves, in milliseconds. */
const FLIGHT = 400;
/** The pause between the turns of two seats, in milliseconds. */
const BETWEEN_SEATS = 450;
let keys = 0;

export class Motion {
  flights = $state.raw<readonly Flight[]>([]);

  constructor(private readonly root: () => HTMLElement | undefined) {}

  private rect(selector: string): DOMRect | undefined {
    return this.root()?.querySelector(selector)?.getBoundingClientRect();
  }

  /** Animates events. The board shows their result already; cells and seats are where they were before. */
  show(events: readonly GameEvent[]): void {
    if (reducedMotion() || document.hidden || events.length > 40) return;
    let delay = 0;
    let seat: number | undefined;
    const flights: Flight[] = [];
    const fly = (face: string, token: boolean, owner: number, from: DOMRect | undefined, more = 0) => {
      const to = this.rect(`[data-seat="${owner}"]`);
      if (from && to) flights.push({ key: (keys += 1), face, token, from, to, delay: delay + more });
    };
    for (const event of events) {
      const owner = event.seat ?? -1;
      if (event.seat !== undefined && seat !== undefined && event.seat !== seat) delay += BETWEEN_SEATS;
      if (event.seat !== undefined) seat = event.seat;
      const cell = "cell" in event ? `[data-cell="${event.cell}"]` : "";
      switch (event.event) {
        case "took":
          fly(event.kind, false, owner, this.rect(cell));
          break;
        case "built":
          fly(event.card, false, owner, this.rect(cell));
          break;
        case "drew":
          event.kinds.forEach((kind, i) =>
            fly(kind, false, owner, this.rect('[data-stock="deck"] span'), i * 160),
          );
          break;
        case "took-token":
          fly(event.token, true, owner, this.rect('[data-stock="tokens"]'), 120);
          break;
        case "refilled":
          this.arrive(cell, delay + 260);
          break;
        case "flipped":
          this.turn(cell);
          break;
      }
    }
    if (flights.length > 0) this.flights = [...this.flights, ...flights];
  }

  /** A card moves from the deck to its cell. */
  private arrive(cell: string, delay: number): void {
    const card = this.root()?.querySelector<HTMLElement>(`${cell} .card`);
    const [deck, gap] = [this.rect('[data-stock="deck"] span'), card?.getBoundingClientRect()];
    if (!card || !deck || !gap) return;
    const [x, y] = [deck.x - gap.x, deck.y - gap.y];
    card.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(0.6) rotateY(180deg)`, opacity: 0 },
        { opacity: 1, offset: 0.25 },
        { transform: "none", opacity: 1 },
      ],
      { duration: FLIGHT, delay, easing: "cubic-bezier(.3,.8,.4,1)", fill: "backwards" },
    );
  }

  private turn(cell: string): void {
    const card = this.root()?.querySelector<HTMLElement>(`${cell} .card`);
    card?.animate([{ transform: "rotateY(180deg) scale(1.15)" }, { transform: "none" }], {
      duration: FLIGHT,
      easing: "ease-out",
    });
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
          { transform: "none", opacity: 1 },
          { transform: `translate(${x * 0.5}px, ${y * 0.5 - 24}px) scale(1.12)`, opacity: 1, offset: 0.5 },
          { transform: `translate(${x}px, ${y}px) scale(0.45)`, opacity: 0.25 },
        ],
        { duration: FLIGHT, delay: flight.delay, easing: "ease-in-out", fill: "backwards" },
      );
      const land = () => (this.flights = this.flights.filter(({ key }) => key !== flight.key));
      animation.finished.then(land, land);
    };
  }
}
