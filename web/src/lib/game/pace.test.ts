import { expect, test } from "vitest";
import { defaultOptions } from "./choice";
import { correspondence, daily, paceWords, rateOf, rates, withWindow } from "./pace";

const options = { ...defaultOptions, pace: { correspondence: daily() } };

test("a move a day is worth the hours of one day, and three of them are in reserve", () => {
  const { from, to, bank, increment } = daily();
  expect(increment).toBe((to - from) * 60);
  expect(bank).toBe(3 * increment);
});

test("every answer of a row says that it is chosen once it is", () => {
  for (const { key, answers } of paceWords(options)) {
    expect(answers.filter(({ chosen }) => chosen)).toHaveLength(1);
    for (const { text, all } of answers) {
      const row = paceWords(all).find((row) => row.key === key);
      expect(row?.answers.find(({ chosen }) => chosen)?.text).toBe(text);
    }
  }
});

test("a rate stays when hours and days change, and times of one's own stay as well", () => {
  const [rate] = paceWords(options);
  expect(rate?.answers).toHaveLength(rates.length);
  for (const { all } of rate?.answers ?? []) {
    const of = correspondence(all.pace);
    if (!of) throw new Error("it is still a correspondence table");
    const changed = withWindow(of, { from: 17, to: 23, days: [true, true, true, true, true, false, false] });
    expect(rateOf(changed)).toBe(rateOf(of));
  }
  const own = { ...daily(), bank: 500, increment: 7 };
  expect(withWindow(own, { from: 0 })).toEqual({ ...own, from: 0 });
  expect(rateOf(own)).toBeNull();
  expect(paceWords({ ...options, pace: { correspondence: own } })[0]?.answers).toHaveLength(rates.length + 1);
});

test("a bank of one's own is at most thirty weeks of the hours that are left", () => {
  const own = { ...daily(), bank: 30 * 7 * 14 * 60, increment: 90_000 };
  const shorter = withWindow(own, { from: 8, to: 9, days: [true, false, false, false, false, false, false] });
  expect([shorter.bank, shorter.increment]).toEqual([30 * 60, 30 * 60]);
});

test("other tables have no such options", () => {
  expect(paceWords(defaultOptions)).toEqual([]);
});

test("on weekdays a table is played from Monday to Friday", () => {
  const days = paceWords(options).find(({ key }) => key === "pace.days");
  const chosen = days?.answers.map(({ all }) => correspondence(all.pace)?.days);
  expect(chosen).toEqual([Array(7).fill(true), [true, true, true, true, true, false, false]]);
});
