import { type FilterValues, only } from "#server/kernel/list-filter.ts";

export const notificationFilter = { unread: only("Unread only") };

export type NotificationFilter = FilterValues<typeof notificationFilter>;
