import { recall, remember } from "./remembered";

/** Whether a setting that is on or off was kept as such. */
export const isFlag = (value: unknown): value is boolean => typeof value === "boolean";

/** A setting that this browser keeps. A component that reads its value is drawn again when it changes. */
export class Setting<T> {
  readonly #key: string;
  #value: T;

  /** `fits` says whether what was kept is valid; `usual` is the value until the user chooses another. */
  constructor(key: string, fits: (value: unknown) => value is T, usual: T) {
    this.#key = key;
    this.#value = $state.raw(recall(key, fits) ?? usual);
  }

  get value(): T {
    return this.#value;
  }

  set value(next: T) {
    this.#value = next;
    remember(this.#key, next);
  }
}
