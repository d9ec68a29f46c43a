export {
  type AccountNotice,
  countUnreadNotices,
  kindsFor,
  listNotices,
  listPlatformNotices,
  MOST_COUNTED,
} from "./list-notices.ts";
export { ACCOUNT_NOTICE_KINDS, ACCOUNT_NOTICES, type AccountNoticeKind, noticePath } from "./notice.ts";
export { type NewNotice, raiseNotices, tellOperators } from "./raise-notices.ts";
export { readNotices } from "./read-notices.ts";
