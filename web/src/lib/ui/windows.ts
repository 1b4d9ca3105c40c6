/**
 * The size classes of windows. Stylesheets name them, as in `@media (--narrow)`, and `vite.config.ts` puts these conditions in
 * their place; scripts use `new MediaQuery(WINDOWS.narrow)`.
 */
export const WINDOWS = {
  /** The narrowest phones. */
  least: "(width <= 22rem)",
  tiny: "(width <= 26rem)",
  phone: "(width <= 30rem)",
  /** One column. */
  narrow: "(width <= 45rem)",
  broad: "(width > 45rem)",
  /** Room beside a board. */
  wide: "(width >= 64rem)",
  /** Room beside a board for an analysis. */
  desk: "(width >= 80rem)",
  large: "(width >= 90rem)",
  /** A phone in landscape format. */
  lying: "(orientation: landscape) and (height <= 480px)",
  /** Too low for buttons and words below a board of the past, and no room for a panel beside them. */
  flat: "(orientation: landscape) and (height <= 50rem) and (width < 80rem)",
  /** Wider than high, with little room below a picture or a list. */
  shallow: "(orientation: landscape) and (height <= 45rem)",
  short: "(height <= 38rem)",
  /** Phones on which a lesson covers the question. */
  low: "(height <= 700px)",
  high: "(height >= 50rem)",
  tall: "(height >= 60rem)",
} as const;
