// The coach of a first game: loaded only at such a table.
import type { Component, ComponentProps } from "svelte";
import { Coach } from "$lib/coach/coach.svelte";
import type { Course } from "$lib/coach/course";
import type { Progress } from "$lib/coach/progress";
import CoachBar from "./CoachBar.svelte";
import CoachEnd from "./CoachEnd.svelte";
import CoachWays from "./CoachWays.svelte";

/** The coach, and how it is shown during the game and after it. */
export interface Coaching {
  readonly coach: Coach;
  readonly Bar: Component<ComponentProps<typeof CoachBar>>;
  readonly Ways: Component<ComponentProps<typeof CoachWays>>;
  readonly End: Component<ComponentProps<typeof CoachEnd>>;
}

export function coaching(course: Course, progress: Progress): Coaching {
  return { coach: new Coach(course, progress), Bar: CoachBar, Ways: CoachWays, End: CoachEnd };
}
