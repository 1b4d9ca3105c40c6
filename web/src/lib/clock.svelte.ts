import { createSubscriber } from "svelte/reactivity";

let time = Date.now();
const subscribe = createSubscriber((update) => {
  const timer = setInterval(() => {
    time = Date.now();
    update();
  }, 1000);
  return () => clearInterval(timer);
});

/** The time in milliseconds, a second exact; whoever reads it in markup or an effect is told when it changes. */
export function now(): number {
  subscribe();
  time = Math.max(time, Date.now() - 1000);
  return time;
}

/** A span as people read it on a clock: "1:05". */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
