/** Work that waits for a frame, in order. */
const waiting: (() => void)[] = [];
let frame: number | null = null;

/**
 * Does some work in a frame of its own: of all that was handed in here, one frame does one piece, in order. So no frame takes as
 * long as several pieces, and none is kept waiting by those that come again and again. Returns how it is called off.
 */
export function inOwnFrame(work: () => void): () => void {
  waiting.push(work);
  frame ??= requestAnimationFrame(next);
  return () => {
    const at = waiting.indexOf(work);
    if (at >= 0) waiting.splice(at, 1);
  };
}

function next(): void {
  const work = waiting.shift();
  frame = waiting.length > 0 ? requestAnimationFrame(next) : null;
  work?.();
}
