import { expect, test } from "vitest";
import { commitmentTo } from "./commitment";

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

// These are the test vectors of crates/tabletop/tests/deals.rs.
test.each([
  ["high-card 2 standard 3", "0e44a2548d72855d146bfefbb454f9a25395595024f20d7dd2f04cd7eb502b10"],
  ["", "4a0a256c8d5f0413f54fa160973a38c9eb0cbec47155b209f6e56403f9fbe1f9"],
])("the commitment for %j is the same as on the server", (occasion, commitment) =>
  expect(commitmentTo(SEED, occasion)).toBe(commitment),
);

test("another seed gives another commitment, however long the occasion", () => {
  const long = "x".repeat(200);
  expect(commitmentTo(SEED, long)).not.toBe(commitmentTo(SEED.replace("1f", "20"), long));
});
