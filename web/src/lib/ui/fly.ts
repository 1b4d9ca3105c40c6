import { lasting, reducedMotion } from "../settings/motion.svelte";

/** How long a number flies, in milliseconds at normal speed. */
const FLIGHT = 560;

/** Lets a number fly from each of these elements to the total, one after the other; the text is that of its element if none is given. */
export function flyTo(total: Element | null, from: readonly Element[], text?: string): () => void {
  if (!total) return () => undefined;
  const ends = from.map((mark, i) => fly(text ?? mark.textContent?.trim() ?? "", mark, total, 40 * i));
  return () => ends.forEach((end) => end());
}

/**
 * Lets a number fly from one element to another, over everything else; presses pass through. Nothing flies if motion is reduced
 * or one of the elements is not shown. The function that it returns ends the flight.
 */
export function fly(text: string, from: Element, to: Element, after = 0): () => void {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  if (document.hidden || reducedMotion() || start.width === 0 || end.width === 0) return () => undefined;
  const chip = document.createElement("span");
  chip.textContent = text;
  chip.ariaHidden = "true";
  Object.assign(chip.style, {
    position: "fixed",
    left: "0",
    top: "0",
    zIndex: "50",
    minWidth: "26px",
    padding: "0 6px",
    borderRadius: "13px",
    background: "var(--ink)",
    color: "var(--card)",
    font: "700 15px/26px system-ui, sans-serif",
    textAlign: "center",
    pointerEvents: "none",
  });
  document.body.append(chip);
  const at = ({ left, top, width, height }: DOMRect): string =>
    `translate(${left + width / 2}px, ${top + height / 2}px) translate(-50%, -50%)`;
  const animation = chip.animate(
    [
      { transform: at(start), opacity: 1 },
      { transform: at(end), opacity: 1, offset: 0.9 },
      { transform: `${at(end)} scale(0.6)`, opacity: 0 },
    ],
    {
      duration: lasting(FLIGHT),
      delay: lasting(after),
      easing: "cubic-bezier(0.4, 0, 0.3, 1)",
      fill: "backwards",
    },
  );
  const remove = (): void => chip.remove();
  animation.finished.then(remove, remove);
  return () => animation.cancel();
}
