/** A time as an input for a local date and time shows it: "2026-11-29T19:00". */
export function inputOf(at: number): string {
  const there = new Date(at);
  const two = (number: number): string => String(number).padStart(2, "0");
  const date = `${there.getFullYear()}-${two(there.getMonth() + 1)}-${two(there.getDate())}`;
  return `${date}T${two(there.getHours())}:${two(there.getMinutes())}`;
}

/** The time of the text of such an input; null if it is none. */
export function timeOf(text: string): number | null {
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const at = new Date(text).getTime();
  return Number.isFinite(at) ? at : null;
}
