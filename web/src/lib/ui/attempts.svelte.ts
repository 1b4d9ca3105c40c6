/**
 * Runs what a person asked for, and knows whether it is still under way. `say` tells them why it failed, unless another function is
 * given for one operation.
 */
export function attempts(say: (error: unknown) => unknown): {
  readonly busy: boolean;
  run(operation: () => unknown, sayOtherwise?: (error: unknown) => unknown): Promise<void>;
} {
  let busy = $state(false);
  return {
    get busy() {
      return busy;
    },
    async run(operation, sayOtherwise = say) {
      busy = true;
      try {
        await operation();
      } catch (error) {
        await sayOtherwise(error);
      } finally {
        busy = false;
      }
    },
  };
}
