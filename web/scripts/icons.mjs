// Renders public/icon.svg as the PNG files that phones need, and as the favicon.ico that programs request which don't read the
// page: `npm run icons`, after it was changed. Needs a Chromium, as the browser tests do (CHROMIUM, else the one that Playwright has installed).
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "public");
const svg = readFileSync(join(folder, "icon.svg"), "utf8");
const paper = /<rect[^>]* fill="([^"]+)"/.exec(svg)?.[1] ?? "#fff";

/**
 * `part`: the width of the drawing relative to the image, which then has an opaque background, because systems cut out a
 * shape of their own. Without it the background is transparent.
 */
const icons = [
  { name: "icon-192.png", size: 192 },
  { name: "icon-512.png", size: 512 },
  { name: "icon-maskable-512.png", size: 512, part: 0.95 },
  { name: "apple-touch-icon.png", size: 180, part: 1.1 },
  { name: "favicon.ico", size: 48 },
];

/** An icon file that contains one PNG of this width and height. */
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // icons
  head.writeUInt16LE(1, 4); // one
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits of a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || undefined,
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const { name, size, part } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const width = `${(part ?? 1) * 100}%`;
  await page.setContent(
    `<style>html,body{margin:0;height:100%;display:grid;place-items:center;background:${part ? paper : "transparent"}}
     svg{display:block;width:${width};height:${width}}</style>${svg}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  writeFileSync(join(folder, name), name.endsWith(".ico") ? ico(png, size) : png);
  await page.close();
}
await browser.close();
