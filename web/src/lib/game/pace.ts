import type { Correspondence, Options, Pace } from "$wire/protocol";
import { m } from "../../paraglide/messages.js";
import { getLocale } from "../../paraglide/runtime.js";
import type { OptionWords } from "./option";

/** How often a player of a correspondence table is expected to move. */
export const rates = ["daily", "twice-daily", "twice-weekly"] as const;
export type Rate = (typeof rates)[number];

/** How many decisions may pass before a player who makes none is out of time. */
const RESERVE = 3;
/** The hours of play that a host can choose with one press. */
const HOURS = [
  { from: 8, to: 22 },
  { from: 17, to: 23 },
  { from: 0, to: 24 },
];
const EVERY_DAY = [true, true, true, true, true, true, true] as const satisfies Correspondence["days"];
const WEEKDAYS = [true, true, true, true, true, false, false] as const satisfies Correspondence["days"];
/** The limits of absence, in days. */
const AWAY = [0, 7, 14, 30];

/** The settings of a correspondence table; undefined at others. */
export function correspondence(pace: Pace): Correspondence | undefined {
  return typeof pace === "object" ? pace.correspondence : undefined;
}

/** The time zone of this browser. */
const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function timesOf(rate: Rate, { from, to, days }: Correspondence): { bank: number; increment: number } {
  const day = (to - from) * 60;
  const perWeek = days.filter(Boolean).length;
  const increment = Math.round(
    { daily: day, "twice-daily": day / 2, "twice-weekly": (day * perWeek) / 2 }[rate],
  );
  return { bank: RESERVE * increment, increment };
}

/** The settings with the times of a rate. */
const atRate = (rate: Rate, of: Correspondence): Correspondence => ({ ...of, ...timesOf(rate, of) });

/** The rate that gives these times; null if the host chose others. */
export function rateOf(of: Correspondence): Rate | null {
  const fits = (rate: Rate): boolean => {
    const { bank, increment } = timesOf(rate, of);
    return bank === of.bank && increment === of.increment;
  };
  return rates.find(fits) ?? null;
}

/** A move a day in this browser's time zone. */
export function daily(): Correspondence {
  return atRate("daily", {
    ...{ bank: 1, increment: 1, from: 8, to: 22, days: [...EVERY_DAY] },
    zone: zoneHere(),
    away_days: 14,
  });
}

/** Other hours or days: a rate stays what it is. */
export function withWindow(
  of: Correspondence,
  change: Partial<Pick<Correspondence, "from" | "to" | "days">>,
): Correspondence {
  const rate = rateOf(of);
  const changed = { ...of, ...change };
  if (rate) return atRate(rate, changed);
  // A custom bank is not longer than the server allows.
  const week = (changed.to - changed.from) * 60 * changed.days.filter(Boolean).length;
  const bank = Math.min(changed.bank, 30 * week);
  return { ...changed, bank, increment: Math.min(changed.increment, bank) };
}

export function rateName(rate: Rate | null): string {
  if (rate === null) return m.rate_custom();
  return {
    daily: () => m.rate_daily(),
    "twice-daily": () => m.rate_twice_daily(),
    "twice-weekly": () => m.rate_twice_weekly(),
  }[rate]();
}

/** A number of active minutes in hours: "14 hr". */
export function activeHours(minutes: number): string {
  const style = { style: "unit", unit: "hour", unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(getLocale(), style).format(minutes / 60);
}

/** A full hour: "08:00". */
const hour = (of: number): string => `${String(of).padStart(2, "0")}:00`;

function hoursName({ from, to }: Pick<Correspondence, "from" | "to">): string {
  return from === 0 && to === 24 ? m.hours_all() : `${hour(from)}–${hour(to)}`;
}

/** The names of the days on which a table is played. */
function daysName(days: readonly boolean[]): string {
  const all = [...days].every(Boolean);
  if (all) return m.days_all();
  if (days.every((plays, day) => plays === WEEKDAYS[day])) return m.days_weekdays();
  // The first of January 2024 was a Monday.
  const name = (day: number): string =>
    new Intl.DateTimeFormat(getLocale(), { weekday: "short", timeZone: "UTC" }).format(
      Date.UTC(2024, 0, 1 + day),
    );
  return days.flatMap((plays, day) => (plays ? [name(day)] : [])).join(", ");
}

/** The options of a correspondence table, in words. */
export function paceWords(options: Options): OptionWords[] {
  const of = correspondence(options.pace);
  if (!of) return [];
  const all = (changed: Correspondence): Options => ({ ...options, pace: { correspondence: changed } });
  const rate = rateOf(of);
  /** The answers of a row; what was chosen otherwise is an answer of its own. */
  const row = (
    key: string,
    label: string,
    hint: string,
    now: string,
    answers: [string, Correspondence][],
  ): OptionWords => {
    const known = answers.some(([text]) => text === now);
    const shown: typeof answers = known ? answers : [...answers, [now, of]];
    return {
      key: `pace.${key}`,
      label,
      hint,
      answers: shown.map(([text, changed]) => ({ text, chosen: text === now, all: all(changed) })),
    };
  };
  const inDays = new Intl.NumberFormat(getLocale(), { style: "unit", unit: "day", unitDisplay: "long" });
  const awayName = (days: number): string => (days === 0 ? m.away_none() : inDays.format(days));
  return [
    row(
      "rate",
      m.option_rate(),
      m.option_rate_hint({ bank: activeHours(of.bank), increment: activeHours(of.increment) }),
      rateName(rate),
      rates.map((each) => [rateName(each), atRate(each, of)]),
    ),
    row(
      "hours",
      m.option_hours(),
      m.option_hours_hint({ zone: of.zone }),
      hoursName(of),
      HOURS.map((window) => [hoursName(window), withWindow(of, window)]),
    ),
    row("days", m.option_days(), m.option_days_hint(), daysName(of.days), [
      [m.days_all(), withWindow(of, { days: [...EVERY_DAY] })],
      [m.days_weekdays(), withWindow(of, { days: [...WEEKDAYS] })],
    ]),
    row(
      "away",
      m.option_away(),
      m.option_away_hint(),
      awayName(of.away_days),
      AWAY.map((days) => [awayName(days), { ...of, away_days: days }]),
    ),
  ];
}
