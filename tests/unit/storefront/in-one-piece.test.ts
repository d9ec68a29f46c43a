import { expect, test } from "vitest";
import { inOnePiece } from "#components/storefront/in-one-piece.ts";

test("a number stays on the line of what it counts, in whatever script", () => {
  expect(inOnePiece("2 × Türkiye · 5 GB · 30 days")).toBe("2 × Türkiye · 5\u00a0GB · 30\u00a0days");
  expect(inOnePiece("تركيا · 20 غ.ب · 30 يومًا")).toBe("تركيا · 20\u00a0غ.ب · 30\u00a0يومًا");
});
