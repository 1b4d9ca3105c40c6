// Pictures of every screen, in four languages, light and dark, on a phone and on two sizes of desktops, into the folder
// `PICTURES`; of some, if `ONLY` says which, as a regular expression.
import { join } from "node:path";
import { goTo, LANGUAGES, SCREENS, tablesOf } from "../fixtures/screens";
import { test } from "../fixtures/test";

const { PICTURES = "test-results/pictures", ONLY = "" } = process.env;
const screens = SCREENS.filter(({ name }) => new RegExp(ONLY).test(name));

const SIZES = [
  { size: "phone", viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  { size: "desktop", viewport: { width: 1280, height: 800 } },
  { size: "large", viewport: { width: 1920, height: 1080 } },
];

for (const language of LANGUAGES) {
  for (const { size, ...screen } of SIZES) {
    test(`${language} ${size}`, async ({ person, browser }) => {
      test.setTimeout(600_000);
      const zoe = await person("Zoë");
      const tables = await tablesOf(zoe);
      const { cookies } = await zoe.context.storageState();
      const context = await browser.newContext({ ...screen, locale: language, reducedMotion: "reduce" });
      await context.addCookies(cookies);
      const page = await context.newPage();
      for (const one of screens) {
        await goTo(page, zoe.origin, one, tables, language);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({
            path: join(PICTURES, `${one.name}-${size}-${language}-${colorScheme}.png`),
          });
        }
      }
      await context.close();
    });
  }
}
