import { recall, remember } from "./remembered";

export type Theme = "system" | "light" | "dark";

const isTheme = (value: unknown): value is Theme =>
  value === "system" || value === "light" || value === "dark";

let current = $state<Theme>(recall("theme", isTheme) ?? "system");

function show(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
show(current);

export const theme = {
  get current(): Theme {
    return current;
  },
  set current(next: Theme) {
    current = next;
    remember("theme", next);
    show(next);
  },
};
