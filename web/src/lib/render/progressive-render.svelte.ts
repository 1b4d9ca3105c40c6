/**
 * Makes a large page in parts, each in a task of its own, so that none keeps the page from answering for long: part `n` is
 * made when `made` is larger than `n`. Called while a component is initialised.
 */
export function renderProgressively(count: number): { readonly made: number; readonly all: boolean } {
  let made = $state(0);
  $effect(() => {
    if (made >= count) return;
    const timer = setTimeout(() => (made += 1));
    return () => clearTimeout(timer);
  });
  return {
    get made() {
      return made;
    },
    get all() {
      return made >= count;
    },
  };
}
