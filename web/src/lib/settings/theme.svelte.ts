import { Setting } from "./setting.svelte";

export type Theme = "system" | "light" | "dark";

const isTheme = (value: unknown): value is Theme =>
  value === "system" || value === "light" || value === "dark";

const setting = new Setting<Theme>("theme", isTheme, "system");

function show(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
show(setting.value);

export const theme = {
  get current(): Theme {
    return setting.value;
  },
  set current(next: Theme) {
    setting.value = next;
    show(next);
  },
};
