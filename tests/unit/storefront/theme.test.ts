import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, toHex, toOklch } from "#components/storefront/theme/color.ts";
import { shadesOf } from "#components/storefront/theme/ramp.ts";

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0").toUpperCase()}`);

test("a colour comes back from OKLCH as it was", () => {
  fc.assert(
    fc.property(hex, (color) => toHex(toOklch(color)) === color),
    { numRuns: 500 },
  );
});

test("contrast is that of WCAG", () => {
  expect(contrast("#FFFFFF", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#FFFFFF")).toBeCloseTo(4.478, 2);
});

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test("text reaches AA on its surface, whatever three colours a brand has", () => {
    fc.assert(
      fc.property(hex, hex, hex, (primary, secondary, accent) => {
        const shades = shadesOf({ primary, secondary, accent }, theme);
        const pairs: [keyof typeof shades, (keyof typeof shades)[]][] = [
          ["ink", ["surface", "raised", "sunken"]],
          ["ink-soft", ["surface", "raised", "sunken"]],
          ["brand-text", ["surface", "raised", "sunken"]],
          ["good", ["surface", "raised"]],
          ["wait", ["surface", "raised"]],
          ["bad", ["surface", "raised"]],
          ["brand-ink", ["brand"]],
          ["accent-ink", ["accent"]],
          ["hero-ink", ["hero"]],
          ["foot-ink", ["foot"]],
          ["brand-soft-ink", ["brand-soft"]],
        ];
        for (const [text, surfaces] of pairs)
          for (const surface of surfaces)
            expect(contrast(shades[text], shades[surface]), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 400 },
    );
  });

  test("a brand whose colour can be read keeps it", () => {
    const { brand } = shadesOf({ primary: "#0F5C63", secondary: "#12323A", accent: "#E8A33D" }, theme);
    expect(brand).toBe("#0F5C63");
  });
});
