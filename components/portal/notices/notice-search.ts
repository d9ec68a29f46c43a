import { createLoader, parseAsBoolean, parseAsInteger } from "nuqs/server";

/** What the address of the notices says about its list. */
export const noticeSearch = { unread: parseAsBoolean, before: parseAsInteger };

export const loadNoticeSearch = createLoader(noticeSearch);
