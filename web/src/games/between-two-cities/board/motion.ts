import { lasting, reducedMotion } from "$lib/settings/motion.svelte";
import type { Attachment } from "svelte/attachments";

/** How long a tile moves, in milliseconds. */
const FLIGHT = 280;

/** Tiles that were animated already. */
const animated = new WeakSet<HTMLElement>();

/** Animates a tile from the chip (`data-chip`) of the seat that placed it to its cell. */
export function animateFrom(seat: number): Attachment<HTMLElement> {
  return (element) => {
    if (animated.has(element)) return;
    animated.add(element);
    const chip = document.querySelector(`[data-chip="${seat}"]`);
    if (!chip || document.hidden || reducedMotion()) return;
    const [from, to] = [chip.getBoundingClientRect(), element.getBoundingClientRect()];
    if (to.width === 0) return;
    const x = from.left + from.width / 2 - (to.left + to.width / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2);
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${Math.min(1, 32 / to.width)})`, zIndex: 40 },
        { transform: "none", zIndex: 40 },
      ],
      { duration: lasting(FLIGHT), easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "backwards" },
    );
  };
}
