import { expect, test } from "vitest";
import { readBuildProgress } from "#server/process/build-progress.ts";

test("how far a build is never goes back, moves while nothing is said, and never runs ahead of what is", () => {
  let now = 0;
  const progress = readBuildProgress(() => now);
  const seen: number[] = [];
  const after = (ms: number, text: string) => {
    now += ms;
    seen.push(progress.percent());
    progress.read(text);
    seen.push(progress.percent());
  };
  after(500, "▲ Next.js 16\n  Creating an optimized production build ...\n");
  after(10_000, "");
  after(3_600_000, "✓ Compiled successfully in 60min\n  Collecting page data using 1 worker ...\n");
  after(4_000, "  Generating static pages using 1 worker (0/47) ...\n");
  after(1_000, "  Generating static pages using 1 worker (11/47)\n");
  after(1_000, "  Finalizing page optimization ...\n");
  after(3_600_000, "");
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen[2]).toBeGreaterThan(seen[1]!);
  expect(seen[4]).toBeLessThanOrEqual(84);
  expect(seen.at(-1)).toBeLessThan(100);
});
