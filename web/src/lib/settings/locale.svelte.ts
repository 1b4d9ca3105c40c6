import {
  getLocale,
  isLocale,
  localStorageKey,
  locales,
  overwriteGetLocale,
  setLocale,
} from "../../paraglide/runtime.js";

export type Locale = (typeof locales)[number];

/** The name of each language in that language. */
export const languages: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  hu: "Magyar",
  es: "Español",
};

let current = $state<Locale>(getLocale());

// From here on every message `m.…()` reads a signal: in markup or in a `$derived` it changes with the language.
overwriteGetLocale(() => current);
show(current);

function show(locale: Locale): void {
  current = locale;
  document.documentElement.lang = locale;
}

// All tabs of a browser speak the same language.
window.addEventListener("storage", ({ key, newValue }) => {
  if (key === localStorageKey && isLocale(newValue)) show(newValue);
});

export const locale = {
  get current(): Locale {
    return current;
  },
  set current(next: Locale) {
    void setLocale(next, { reload: false });
    show(next);
  },
};
