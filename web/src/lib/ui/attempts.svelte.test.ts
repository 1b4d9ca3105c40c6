import { expect, test, vi } from "vitest";
import { attempts } from "./attempts.svelte";

test("an attempt is busy until it has ended, and says why it failed", async () => {
  const say = vi.fn();
  const attempt = attempts(say);
  let done = (): void => undefined;
  const running = attempt.run(() => new Promise<void>((resolve) => (done = resolve)));
  expect(attempt.busy).toBe(true);
  done();
  await running;
  expect(attempt.busy).toBe(false);
  expect(say).not.toHaveBeenCalled();

  const failure = new Error("no network");
  await attempt.run(() => Promise.reject(failure));
  expect(say).toHaveBeenCalledExactlyOnceWith(failure);
  expect(attempt.busy).toBe(false);
  const sayOtherwise = vi.fn();
  await attempt.run(() => Promise.reject(failure), sayOtherwise);
  expect(sayOtherwise).toHaveBeenCalledExactlyOnceWith(failure);
  expect(say).toHaveBeenCalledOnce();

  // A reason that has to be loaded is said before the attempt is over.
  let said = (): void => undefined;
  const failed = attempt.run(
    () => Promise.reject(failure),
    () => new Promise<void>((resolve) => (said = resolve)),
  );
  await Promise.resolve();
  expect(attempt.busy).toBe(true);
  said();
  await failed;
  expect(attempt.busy).toBe(false);
});
