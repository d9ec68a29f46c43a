import type { Said } from "./client.ts";

const MAX_PAGES = 100;

type Page<T> = { entries: T[]; pageCount?: number | null };

/**
 * All pages of a list. It ends where a page brings nothing new: how many entries a page may have is the server's
 * decision, and not every list says how many pages there are.
 *
 * @param idOf what an entry is known by when it comes up on two pages
 */
export async function readPages<T>(
  ask: (page: number) => Promise<Said<Page<T>>>,
  idOf: (entry: T) => string,
  maxPages = MAX_PAGES,
): Promise<Said<T[]>> {
  const all = new Map<string, T>();
  for (let page = 1; page <= maxPages; page++) {
    const said = await ask(page);
    if (said.kind !== "ok") return said;
    const { entries, pageCount } = said.value;
    const before = all.size;
    for (const entry of entries) all.set(idOf(entry), entry);
    if (all.size === before || page >= (pageCount ?? Infinity)) return { kind: "ok", value: [...all.values()] };
  }
  return { kind: "unclear", message: `there are more than the ${maxPages} pages that are read` };
}
