import type { Locator } from "@playwright/test";
import type { Person } from "../fixtures/person";

/** A person at the end of a game. */
interface Ending {
  readonly person: Person;
  readonly result: Locator;
  /** Ends the counting of the points. */
  readonly skip: Locator;
  /** Whether this person watches the counting; else it is skipped. */
  readonly watches: boolean;
}

/** Whether the game is over; then its points are being counted, or the result is shown. */
export async function isOver({ person, result, skip, watches }: Ending): Promise<boolean> {
  if (await skip.isVisible()) {
    if (watches) return true;
    await person.press(skip);
    await result.waitFor();
  }
  return result.isVisible();
}
