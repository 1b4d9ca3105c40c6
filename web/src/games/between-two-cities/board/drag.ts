/** The callbacks of a drag. `over` is the element with `data-drop` or `data-side` under the pointer. */
export interface DragHandlers {
  move(x: number, y: number, over: HTMLElement | null): void;
  drop(over: HTMLElement | null): void;
  end(): void;
}

const threshold = 7;

function under(x: number, y: number): HTMLElement | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const target = element.closest<HTMLElement>("[data-drop], [data-side]");
    if (target) return target;
  }
  return null;
}

/** Follows a pointer from its press to its release. A press that hardly moves stays a click. */
export function drag(press: PointerEvent, on: DragHandlers): void {
  if (press.button !== 0) return;
  let moved = false;
  const stop = new AbortController();
  const { signal } = stop;
  const finish = (): void => {
    stop.abort();
    on.end();
  };
  window.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== press.pointerId) return;
      const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
      if (!moved && far < threshold) return;
      moved = true;
      event.preventDefault();
      on.move(event.clientX, event.clientY, under(event.clientX, event.clientY));
    },
    { signal, passive: false },
  );
  window.addEventListener(
    "pointerup",
    (event) => {
      if (event.pointerId !== press.pointerId) return;
      if (moved) {
        on.drop(under(event.clientX, event.clientY));
        // Swallow the click that this drag may cause, but not that of a later press.
        const over = new AbortController();
        const swallow = (click: Event): void => (over.abort(), click.stopPropagation());
        window.addEventListener("click", swallow, { capture: true, signal: over.signal });
        window.addEventListener("pointerdown", () => over.abort(), { capture: true, signal: over.signal });
        setTimeout(() => over.abort(), 50);
      }
      finish();
    },
    { signal },
  );
  window.addEventListener("pointercancel", finish, { signal });
}

/** Calls `on` if the pointer's movement is a swipe: at least 48 pixels, and twice as far as to the side. */
export function swipe(press: PointerEvent, on: (way: "up" | "left" | "right") => void): void {
  const done = (event: PointerEvent): void => {
    if (event.pointerId !== press.pointerId) return;
    const [x, y] = [event.clientX - press.clientX, event.clientY - press.clientY];
    if (-y > 48 && -y > 2 * Math.abs(x)) on("up");
    else if (Math.abs(x) > 48 && Math.abs(x) > 2 * Math.abs(y)) on(x < 0 ? "left" : "right");
  };
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener("pointerup", (event) => (stop.abort(), done(event)), { signal });
  window.addEventListener("pointercancel", () => stop.abort(), { signal });
}
