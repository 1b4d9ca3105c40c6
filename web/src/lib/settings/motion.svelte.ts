import { Setting } from "./setting.svelte";

/** How fast things move on the page. */
export const SPEEDS = ["calm", "normal", "quick", "none"] as const;
export type Speed = (typeof SPEEDS)[number];

/** How much longer or shorter than usual everything lasts. */
const FACTORS: Record<Speed, number> = { calm: 1.6, normal: 1, quick: 0.5, none: 0 };

const isSpeed = (value: unknown): value is Speed => SPEEDS.some((speed) => speed === value);

const setting = new Setting<Speed>("motion", isSpeed, "normal");

/** app.css has the durations of each speed. */
function show(speed: Speed): void {
  document.documentElement.dataset.motion = speed;
}
// Unit tests have no page.
if ("document" in globalThis) show(setting.value);

export const motion = {
  get speed(): Speed {
    return setting.value;
  },
  set speed(next: Speed) {
    setting.value = next;
    show(next);
  },
};

/** Whether nothing should move: as the system says, or as it was set here. */
export function reducedMotion(): boolean {
  return setting.value === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long a movement lasts at the speed that was chosen; `usual` and the result in milliseconds. */
export function lasting(usual: number): number {
  return usual * FACTORS[setting.value];
}

/** How long something is shown to be read, in milliseconds: without motion as long as usual. */
export function readable(usual: number): number {
  return usual * (FACTORS[setting.value] || 1);
}
