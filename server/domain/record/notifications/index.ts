/** Messages in the product for a reseller's staff and for operators, some of which are mailed too. */

export {
  type AccountNotification,
  countUnreadNotifications,
  kindsFor,
  listNotifications,
  listPlatformNotifications,
} from "./list-notifications.ts";
export {
  ACCOUNT_NOTIFICATION_KINDS,
  ACCOUNT_NOTIFICATIONS,
  type AccountNotificationKind,
  isMailed,
  isSecurity,
  notificationPath,
} from "./notice.ts";
export { notificationFilter } from "./notification-filter.ts";
export { type NewNotification, raiseNotifications, tellOperators } from "./raise-notifications.ts";
export { raiseSecurityNotification } from "./raise-security-notification.ts";
export { readNotifications } from "./read-notifications.ts";
