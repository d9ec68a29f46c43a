import type { Page } from "#server/kernel/pagination.ts";

const BATCH = 1_000;

/** Every item of a list that is read by cursor, a page at a time: a file of a million rows needs the memory of one page. */
export async function* allPages<T>(
  read: (page: { limit: number; beforeId?: number }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  for (let beforeId: number | undefined; ; ) {
    const { items, hasMore, nextCursor } = await read({ limit: BATCH, beforeId });
    yield* items;
    if (!hasMore) return;
    beforeId = nextCursor!;
  }
}
