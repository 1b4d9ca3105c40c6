import { expect, test } from "vitest";
import { sealOf } from "./seal";

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

// The same test vectors as in crates/tabletop/tests/deals.rs.
test.each([
  ["high-card 2 standard 3", "0e44a2548d72855d146bfefbb454f9a25395595024f20d7dd2f04cd7eb502b10"],
  ["", "4a0a256c8d5f0413f54fa160973a38c9eb0cbec47155b209f6e56403f9fbe1f9"],
])("the seal for %j is that of the server", (occasion, seal) => expect(sealOf(SEED, occasion)).toBe(seal));

test("another seed has another seal, however long the occasion", () => {
  const long = "x".repeat(200);
  expect(sealOf(SEED, long)).not.toBe(sealOf(SEED.replace("1f", "20"), long));
});
