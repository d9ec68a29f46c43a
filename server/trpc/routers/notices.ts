import { z } from "zod";
import {
  ACCOUNT_NOTIFICATIONS,
  countUnreadNotifications,
  kindsFor,
  listNotifications,
  notificationFilter,
  notificationPath,
  readNotifications,
} from "#server/domain/record/notifications/index.ts";
import { listInput } from "../filters.ts";
import { router, staffProcedure } from "../trpc.ts";

const NoticeId = z.number().int().positive();

export const notificationsRouter = router({
  unread: staffProcedure.query(({ ctx }) => countUnreadNotifications(ctx)),
  list: staffProcedure.input(listInput(notificationFilter)).query(async ({ ctx, input: { before, ...filter } }) => {
    const page = await listNotifications(ctx, { ...filter, limit: 50, beforeId: before });
    const readable = kindsFor(ctx, "act");
    return {
      ...page,
      items: page.items.map(({ id, kind, subject, text, environment, createdAt, readAt }) => ({
        id,
        kind,
        label: ACCOUNT_NOTIFICATIONS[kind].label,
        text,
        /** Where the portal shows what it is about. */
        path: notificationPath(kind, { environment, subject }),
        createdAt,
        readAt,
        /** Whether the role may mark it as read. */
        mine: readable.includes(kind),
      })),
    };
  }),
  read: staffProcedure
    .input(z.union([z.object({ id: NoticeId }), z.object({ upToId: NoticeId })]))
    .mutation(({ ctx, input }) => readNotifications(ctx, "id" in input ? [input.id] : input)),
});
