import type { DigestTimes } from "$wire/protocol";

/** A minute of the day as a field for a time shows it, such as 08:00. */
export const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The minute of the day that a field for a time shows; null if it is empty. */
export function minuteOf(text: string): number | null {
  const [hours, minutes] = text.split(":").map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
}

/** A digest at these minutes of the day, each once and in their order; null if all fields are empty. */
export function digestAt(minutes: readonly (number | null)[], zone: string): DigestTimes | null {
  const times = [...new Set(minutes.filter((time) => time !== null))].sort((a, b) => a - b);
  return times.length > 0 ? { times, zone } : null;
}
