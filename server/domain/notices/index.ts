export {
  type AccountNotice,
  countUnreadNotices,
  kindsFor,
  listNotices,
  listPlatformNotices,
} from "./list-notices.ts";
export {
  ACCOUNT_NOTICE_KINDS,
  ACCOUNT_NOTICES,
  type AccountNoticeKind,
  isMailed,
  isSecurity,
  noticePath,
} from "./notice.ts";
export { type NewNotice, raiseNotices, tellOperators } from "./raise-notices.ts";
export { raiseSecurityNotice } from "./raise-security-notice.ts";
export { readNotices } from "./read-notices.ts";
