import { z } from "zod";
import {
  listAnnouncements,
  publishAnnouncement,
  withdrawAnnouncement,
} from "#server/domain/messaging/announcements/index.ts";
import { recordId } from "../filters.ts";
import { operatorProcedure, router } from "../trpc.ts";

/** A day in UTC; null for none. */
const Day = z
  .union([z.iso.date(), z.literal("")])
  .transform((text) => (text === "" ? null : new Date(`${text}T00:00:00Z`)));

export const operatorAnnouncementsRouter = router({
  list: operatorProcedure.query(({ ctx }) => listAnnouncements(ctx)),
  publish: operatorProcedure
    .input(
      z.object({
        tone: z.enum(["info", "warning"]),
        title: z.string().trim().min(1).max(120),
        text: z.string().trim().min(1).max(1_000),
        accountCode: z.string().trim().max(20),
        startsAt: Day,
        endsAt: Day,
      }),
    )
    .mutation(({ ctx, input }) => publishAnnouncement(ctx, { ...input, accountCode: input.accountCode || null })),
  withdraw: operatorProcedure
    .input(z.object({ id: recordId() }))
    .mutation(({ ctx, input }) => withdrawAnnouncement(ctx, input.id)),
});
