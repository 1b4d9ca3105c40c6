import { getLocale, isLocale, locales, overwriteGetLocale } from "../../paraglide/runtime.js";
import { recallText, rememberText } from "./remembered";

export type Locale = (typeof locales)[number];

/** The name of each language in that language. */
export const languages: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  hu: "Magyar",
  es: "Español",
};

/** The key of the language that was chosen, whose value is its plain name. */
const KEY = "PARAGLIDE_LOCALE";

/** Letters of a language that are in the second file of the display typeface; see `app.css`. */
const MORE_LETTERS: Partial<Record<Locale, string>> = { hu: "őű" };
/** How long a page waits for them, in milliseconds. */
const FONT_TIMEOUT = 1_000;

const chosen = recallText(KEY);
let current = $state<Locale>(isLocale(chosen) ? chosen : getLocale());

// From here on every message `m.…()` reads a signal: in markup or in a `$derived` it changes with the language.
overwriteGetLocale(() => current);
show(current);

function show(locale: Locale): void {
  current = locale;
  document.documentElement.lang = locale;
}

// All tabs of a browser speak the same language.
window.addEventListener("storage", ({ key, newValue }) => {
  if (key === KEY && isLocale(newValue)) show(newValue);
});

/** Waits for the letters of a language, so that its texts do not begin in another typeface. */
export async function hasLetters(locale: Locale): Promise<void> {
  const letters = MORE_LETTERS[locale];
  if (letters === undefined) return;
  const late = new Promise((done) => setTimeout(done, FONT_TIMEOUT));
  await Promise.race([document.fonts.load('1em "Bree Serif"', letters), late]).catch(() => undefined);
}

export const locale = {
  get current(): Locale {
    return current;
  },
  set current(next: Locale) {
    rememberText(KEY, next);
    void hasLetters(next).then(() => show(next));
  },
};
