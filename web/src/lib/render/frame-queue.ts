import { flushSync } from "svelte";

/**
 * For how long a frame takes up further pieces of work, in milliseconds. What they change must be laid out and painted in the
 * same frame, which takes longer.
 */
const TIME = 2;

/** Work that waits for a frame, in order. */
const waiting: (() => void)[] = [];
let frame: number | null = null;

/**
 * Does a piece of work in one of the next frames, with what follows from it: in each frame as many of the pieces that wait here
 * as there is time for, at least one, in order. So no frame is late because of all of them, and none is kept waiting by
 * those that come again and again. Returns how it is called off.
 */
export function inFrame(work: () => void): () => void {
  waiting.push(work);
  frame ??= requestAnimationFrame(next);
  return () => {
    const at = waiting.indexOf(work);
    if (at >= 0) waiting.splice(at, 1);
  };
}

function next(): void {
  const begun = performance.now();
  try {
    do {
      waiting.shift()?.();
      flushSync();
    } while (waiting.length > 0 && performance.now() - begun < TIME);
  } finally {
    frame = waiting.length > 0 ? requestAnimationFrame(next) : null;
  }
}
