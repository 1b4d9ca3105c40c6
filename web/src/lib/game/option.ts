import type { Options } from "$wire/protocol";

/** One option of a table in words. */
export interface OptionWords<All = Options> {
  /** Distinguishes options of one table. */
  key: string;
  /** The question. */
  label: string;
  /** The meaning of the chosen answer. */
  hint: string;
  /** `all`: every option, with this answer chosen. */
  answers: { text: string; chosen: boolean; all: All }[];
}

/** Puts the option `key` of `all` into words; `answers` are its values, each with its text. */
export function option<All extends object, Key extends keyof All & string>(
  all: All,
  key: Key,
  label: string,
  hint: string,
  ...answers: [All[Key], string][]
): OptionWords<All> {
  return {
    key,
    label,
    hint,
    answers: answers.map(([value, text]) => ({
      text,
      chosen: value === all[key],
      all: { ...all, [key]: value },
    })),
  };
}
