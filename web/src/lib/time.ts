import { createSubscriber } from "svelte/reactivity";
import { m } from "../paraglide/messages.js";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/**
 * The milliseconds that this page has been open (`performance.now()`), independent of the browser's clock.
 * Markup and effects that read it run again every second.
 */
export function ticking(): number {
  subscribe();
  return performance.now();
}

/** A span as people read it on a clock: "1:05". */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** A span in whole units: "5 min", "2 hr", "2 days". */
export function span(milliseconds: number, locale: string): string {
  const [unit, length] = steps.find(([, length]) => milliseconds >= length) ?? (["minute", 60_000] as const);
  // Abbreviated, days are hard to recognise in some languages: "2 Tg." in German, "2 d" in Spanish.
  const unitDisplay = unit === "day" ? "long" : "short";
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay }).format(
    Math.floor(milliseconds / length),
  );
}

/** The viewer's own variant of a language, such as "en-GB" for "en": countries write dates and hours in different ways. */
function regional(locale: string): string {
  return navigator.languages.find((own) => own.split("-")[0] === locale) ?? locale;
}

/** For how long, in milliseconds, a day of the week tells a coming date: one day less than a week, so that no day can be confused. */
const WEEK = 6 * 86_400_000;

/**
 * A time as people read it in a sentence, in the viewer's own time zone: "Mon, 30 Nov, 09:00". A time after `now` has no date if the
 * day of the week says enough: "Mon 09:00".
 */
export function moment(at: number, locale: string, now?: number): string {
  const near = now !== undefined && at >= now && at - now < WEEK;
  // The short names of days are single letters in Hungarian.
  const weekday = locale === "hu" ? "long" : "short";
  return new Intl.DateTimeFormat(regional(locale), {
    weekday,
    ...(near ? {} : { day: "numeric", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);
}

/** How long ago something was, `milliseconds` in whole units: "5 minutes ago". */
export function ago(milliseconds: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, span] of steps) {
    if (milliseconds >= span) return format.format(-Math.floor(milliseconds / span), unit);
  }
  return m.just_now();
}
