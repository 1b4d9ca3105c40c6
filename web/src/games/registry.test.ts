import { expect, test } from "vitest";
import { games } from "./registry";

test("beside others for one player, a variant does not say again that one plays alone", () => {
  const variants = ["automa", "solo"].flatMap((kind) =>
    ["easy", "medium", "hard"].map((level) => `${kind}-${level}`),
  );
  const named = games.flatMap(({ variantName }) =>
    variants.map((id) => [variantName(id), variantName(id, "alone")] as const),
  );
  const alone = named.filter(([name]) => name.startsWith("Alone, "));
  expect(alone).toHaveLength(6);
  for (const [name, level] of alone) expect(name).toBe(`Alone, ${level.toLowerCase()}`);
});
