import { z } from "zod";
import {
  ACCOUNT_NOTIFICATIONS,
  countUnreadNotifications,
  kindsFor,
  listNotifications,
  notificationPath,
  readNotifications,
} from "#server/domain/record/notifications/index.ts";
import { cursor } from "../filters.ts";
import { router, staffProcedure } from "../trpc.ts";

const NoticeId = z.number().int().positive();

export const notificationsRouter = router({
  unread: staffProcedure.query(({ ctx }) => countUnreadNotifications(ctx)),
  list: staffProcedure
    .input(z.object({ before: cursor(), unread: z.boolean().optional() }))
    .query(async ({ ctx, input: { before, unread } }) => {
      const page = await listNotifications(ctx, { limit: 50, beforeId: before, unreadOnly: unread });
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
