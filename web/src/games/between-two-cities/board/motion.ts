import { lasting, reducedMotion } from "$lib/settings/motion.svelte";
import type { Attachment } from "svelte/attachments";
import type { Frame } from "../pieces";

/** How long a tile moves, and a city takes to its new scale, in milliseconds. */
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

/** A grid of cells on the screen: where its top left corner is, and how large a cell is. */
export interface Scale {
  frame: Frame;
  x: number;
  y: number;
  cell: number;
}

/** The scale of a grid that shows a frame. */
export function scaleOf(grid: HTMLElement, frame: Frame): Scale {
  const { left: x, top: y, width } = grid.getBoundingClientRect();
  return { frame, x, y, cell: width / (frame.right - frame.left + 1) };
}

/** Animates a grid from the scale that it had. */
export function animateScale(grid: HTMLElement, before: Scale, frame: Frame): void {
  const now = scaleOf(grid, frame);
  if (document.hidden || reducedMotion() || before.cell === 0 || now.cell === 0) return;
  // The cell of the first tile moves from its old place to its new one.
  const scale = before.cell / now.cell;
  const x = before.x - before.frame.left * before.cell - now.x + frame.left * now.cell * scale;
  const y = before.y - before.frame.top * before.cell - now.y + frame.top * now.cell * scale;
  grid.animate(
    [
      { transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${scale})` },
      { transformOrigin: "0 0", transform: "none" },
    ],
    { duration: lasting(FLIGHT), easing: "cubic-bezier(0.3, 0, 0.2, 1)" },
  );
}
