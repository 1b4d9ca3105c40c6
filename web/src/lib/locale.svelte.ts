import { getLocale, locales, overwriteGetLocale, setLocale } from "../paraglide/runtime.js";

export type Locale = (typeof locales)[number];

/** What each language calls itself. */
export const languages: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  hu: "Magyar",
  es: "Español",
};

let current = $state<Locale>(getLocale());

// From here on every message `m.…()` reads a signal: what is said in markup or in a `$derived` follows the language by itself.
overwriteGetLocale(() => current);
document.documentElement.lang = current;

export const locale = {
  get current(): Locale {
    return current;
  },
  set current(next: Locale) {
    void setLocale(next, { reload: false });
    current = next;
    document.documentElement.lang = next;
  },
};
