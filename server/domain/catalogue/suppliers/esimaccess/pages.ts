/** The most that one page may have. */
const PAGE_SIZE = 500;
/** A search ends after so many pages, however many more there are said to be. */
export const MAX_PAGES = 20;
export const MAX_PAGE_BYTES = 5_000_000;

export const pageOf = (pageNum: number) => ({ pager: { pageNum, pageSize: PAGE_SIZE } });

/** eSIMs by the time at which the supplier made them. */
export const windowOf = (from: Date, to: Date) => ({ startTime: wireTime(from), endTime: wireTime(to) });

type Page = { esimList: unknown[]; pager?: { total: number } | null };

/** How many eSIMs the pages after this one have, by its own word; without that, a full page has more behind it. */
export const leftAfter = ({ esimList, pager }: Page, seen: number): number =>
  pager ? Math.max(0, pager.total - seen) : esimList.length < PAGE_SIZE ? 0 : PAGE_SIZE;

const wireTime = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;
