/** The elements in random order (Fisher and Yates). */
export function shuffled<T>(elements: readonly T[], random: () => number = Math.random): T[] {
  const order = [...elements];
  for (let left = order.length; left > 1; left--) {
    const at = Math.floor(random() * left);
    const moved = order[at] as T;
    order[at] = order[left - 1] as T;
    order[left - 1] = moved;
  }
  return order;
}
