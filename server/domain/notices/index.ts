export { listNotices, listPlatformNotices } from "./list-notices.ts";
export { type NewNotice, raiseNotices, tellOperators } from "./raise-notices.ts";
export { readNotices } from "./read-notices.ts";
