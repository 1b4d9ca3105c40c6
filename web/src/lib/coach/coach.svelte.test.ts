// The sentences of the coach, and when it says them; the lessons of the games are tried in tests/tutorial.spec.ts.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Names } from "../game/game";
import type { HintedMove, TableView } from "$wire/protocol";
import type { Connection } from "../table/connection";
import { adviceOn } from "./advice";
import { Coach } from "./coach.svelte";
import type { Course, Lesson } from "./course";
import { keepProgress, progressAt } from "./progress";
import { fakeStorage } from "$lib/settings/fake-storage";

/** A game in which a number is chosen, and then one more: all that its lessons look at. */
interface Scene {
  version: number;
  drafts: readonly unknown[];
}

const told = (id: string, from = 0): Lesson<Scene> => ({
  id,
  applies: ({ version }) => version >= from,
  says: () => id,
});

const asked = (id: string, from: number, until: number): Lesson<Scene> => ({
  ...told(id, from),
  done: ({ version }) => version >= until,
});

const courseOf = (...lessons: Lesson<Scene>[]): Course<Scene> => ({
  table: { variant: "standard", players: 2, level: "greedy" },
  room: { right: 0, height: 0, sideways: false },
  lessons,
  scene: ({ version }, _, drafts) => ({ version, drafts }),
  drafts: ({ drafts }) => drafts,
  question: ({ version }) => String(Math.floor(version / 10)),
  outcome: (before, now, brief) =>
    now.version > before.version && now.version % 10 === 0
      ? `${brief ? "" : "you "}did ${before.version}`
      : null,
  same: (one, other) => one === other,
  words: (mv) => String(mv),
  summary: () => "over",
});

/** A coach, and what they are shown: a version of the table and the moves that are prepared. */
function taught(
  course: Course<Scene>,
  hints: HintedMove[] = [],
): { coach: Coach; show(version: number, ...drafts: unknown[]): void } {
  const coach = new Coach(course as Course, { code: "ABC234", game: "toy", done: [], left: false });
  const connection = { hint: () => Promise.resolve({ version: 0, moves: hints }) } as unknown as Connection;
  const names = Object.assign(() => "", { me: 0 }) as Names;
  return {
    coach,
    show: (version, ...drafts) => coach.update({ version } as TableView, names, drafts, connection),
  };
}

beforeEach(() => {
  fakeStorage();
});

describe("lessons", () => {
  test("come in their order, each once, and are remembered", () => {
    const { coach, show } = taught(courseOf(told("one"), told("two")));
    show(0);
    expect(coach.says).toBe("one");
    coach.next();
    expect(coach.says).toBe("two");
    coach.next();
    expect(coach.says).toBeNull();
    expect(coach.progress).toBe(1);
    expect(progressAt("ABC234")?.done).toEqual(["one", "two"]);
  });

  test("that are only true now come before one that is still asked, which goes on afterwards", () => {
    const late: Lesson<Scene> = { ...told("late", 10), urgent: true };
    const { coach, show } = taught(courseOf(late, asked("act", 0, 100)));
    show(0);
    expect(coach.says).toBe("act");
    show(11);
    expect(coach.says).toBe("late");
    coach.next();
    expect(coach.says).toBe("act");
  });

  test("are shown two at a time at most, until something else is asked", () => {
    const { coach, show } = taught(courseOf(told("one"), told("two"), told("three")));
    show(0);
    coach.next();
    coach.next();
    expect(coach.lesson).toBe("");
    show(10);
    expect(coach.lesson).toBe("three");
  });

  test("that ask something come before those that only tell, and end when it is done", () => {
    const { coach, show } = taught(courseOf(asked("ask", 3, 6), told("tell")));
    show(0);
    expect(coach.lesson).toBe("tell");
    show(3);
    expect(coach.lesson).toBe("ask");
    expect(coach.tells).toBe(false);
    show(6);
    expect(coach.lesson).toBe("tell");
  });

  test("are not given about actions that were done before the question", () => {
    const { coach, show } = taught(courseOf(asked("ask", 3, 6)));
    show(7);
    expect(coach.lesson).toBe("");
    expect(progressAt("ABC234")?.done).toEqual(["ask"]);
  });

  test("are dropped when the learner has twice done something else", () => {
    const { coach, show } = taught(courseOf(asked("ask", 0, 99)));
    for (const version of [0, 10, 20]) show(version);
    expect(coach.lesson).toBe("");
  });

  test("are dropped as well when they could not be followed in between", () => {
    const lesson = { ...asked("ask", 0, 99), applies: ({ version }: Scene) => version !== 15 };
    const { coach, show } = taught(courseOf(lesson));
    for (const version of [0, 10, 15, 16]) show(version);
    expect(coach.lesson).toBe("ask");
    show(20);
    expect(coach.lesson).toBe("");
  });
});

describe("remarks about the learner's moves", () => {
  test("state their results, in fewer words beside a lesson", () => {
    const { coach, show } = taught(courseOf(asked("ask", 10, 15)));
    show(5);
    show(10);
    expect(coach.remark).toBe("did 5");
    show(15);
    expect(coach.remark).toBe("you did 5");
    // A new move is being prepared.
    show(16, "a");
    expect(coach.remark).toBeNull();
  });

  const hint = (mv: string, expected: number): HintedMove => ({ mv, expected, outlook: 0 });
  test.each([
    [["a"], { kind: "same" }],
    [["b"], { kind: "same" }],
    [["c"], null],
    [["d"], { kind: "better", mv: "a", points: 3 }],
    [["elsewhere"], { kind: "better", mv: "a", points: 3 }],
    // Praise is for all that is prepared.
    [["a", "b"], { kind: "same" }],
    [["d", "a"], null],
    [["elsewhere", "a"], null],
    [[], null],
  ])("how %j compares with what a strong bot would do", (drafts, advice) => {
    const hints = [hint("a", 50), hint("b", 49.7), hint("c", 49.2), hint("d", 47)];
    expect(adviceOn(drafts, hints, (one, other) => one === other)).toEqual(advice);
  });

  test.each([
    ["the only move", [hint("a", 50)]],
    ["a move beside which all others are about as good", [hint("a", 50), hint("b", 49.7), hint("c", 49.1)]],
  ])("%s is not praised", (_, hints) => {
    expect(adviceOn(["a"], hints, (one, other) => one === other)).toBeNull();
  });

  test("and the bot is asked as soon as something is prepared", async () => {
    const { coach, show } = taught(courseOf(), [hint("a", 50), hint("b", 46)]);
    show(0);
    show(0, "b");
    await vi.waitFor(() => expect(coach.remark).toContain("a"));
    expect(coach.remark).toContain("4 points");
    show(0, "a");
    expect(coach.remark).toBe("A strong bot would do the same.");
  });
});

test("a lesson leaves what it points at uncovered, unless an outcome stands beside it", () => {
  const course = courseOf({ ...told("look"), height: 5 }, told("other"));
  const { coach, show } = taught({ ...course, room: { ...course.room, height: 9 } });
  show(0);
  expect(coach.height).toBe(5);
  coach.next();
  expect(coach.height).toBe(9);
  const again = taught({
    ...course,
    room: { ...course.room, height: 9 },
    lessons: [{ ...told("look", 10), height: 5 }],
  });
  again.show(9);
  again.show(10);
  expect(again.coach.remark).not.toBeNull();
  expect(again.coach.height).toBe(9);
});

test("a learner who wants no more help gets none, now or later", () => {
  const { coach, show } = taught(courseOf(told("one")));
  show(0);
  coach.leave();
  expect(coach.on).toBe(false);
  expect(progressAt("ABC234")?.left).toBe(true);
});

test("only the latest tables are remembered", () => {
  for (let n = 0; n < 8; n++) keepProgress({ code: `T${n}`, game: "toy", done: [], left: false });
  expect(progressAt("T7")).not.toBeNull();
  expect(progressAt("T0")).toBeNull();
});
