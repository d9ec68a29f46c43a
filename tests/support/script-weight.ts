import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";

const BUILD = join(import.meta.dirname, "../../.next");
const sizes = new Map<string, number>();

/** How many bytes of scripts the page has fetched so far, as they travel: gzipped. */
export async function scriptWeight(page: Page): Promise<number> {
  const paths = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
  return [...new Set(paths)]
    .filter((path) => path.startsWith("/_next/static/") && path.endsWith(".js"))
    .reduce((sum, path) => sum + sizeOf(path), 0);
}

function sizeOf(path: string): number {
  const known = sizes.get(path) ?? gzipSync(readFileSync(join(BUILD, path.slice("/_next".length)))).length;
  sizes.set(path, known);
  return known;
}
