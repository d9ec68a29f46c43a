import { z } from "zod";
import {
  acknowledgeAlert,
  changeAlertSettings,
  getAlertSettings,
  listAlerts,
  testAlertWebhook,
} from "#server/domain/control/alerts/index.ts";
import { RUNBOOKS } from "#server/domain/control/health/index.ts";
import { recordId } from "../filters.ts";
import { confirmedOperatorProcedure, operatorProcedure, router } from "../trpc.ts";

const Clock = z.union([z.literal(""), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write a time such as 22:00.")]);
const Minutes = z
  .number("Enter a number of minutes.")
  .int()
  .min(1, "At least one minute.")
  .max(1_440, "At most a day.");

export const operatorAlertsRouter = router({
  list: operatorProcedure.query(async ({ ctx }) => {
    const [open, closed] = await Promise.all([listAlerts(ctx, "open"), listAlerts(ctx, "closed")]);
    return { open, closed };
  }),
  acknowledge: operatorProcedure
    .input(z.object({ id: recordId() }))
    .mutation(({ ctx, input }) => acknowledgeAlert(ctx, input.id)),
  /** The names of the pages that say what to do. */
  runbooks: operatorProcedure.query(() => [...RUNBOOKS]),
  settings: operatorProcedure.query(({ ctx }) => getAlertSettings(ctx)),
  change: confirmedOperatorProcedure("alerts:manage")
    .input(
      z.object({
        /** Empty: the address stays. */
        webhookUrl: z.string().trim().max(2_000),
        removeWebhook: z.boolean(),
        onCall: z.array(z.string().max(254)).max(20),
        quietFrom: Clock,
        quietUntil: Clock,
        timeZone: z.string().trim().max(60),
        unsettledMinutes: Minutes,
        escalateMinutes: Minutes,
      }),
    )
    .mutation(({ ctx, input: { webhookUrl, removeWebhook, quietFrom, quietUntil, ...changes } }) =>
      changeAlertSettings(ctx, {
        ...changes,
        quietFrom: quietFrom || null,
        quietUntil: quietUntil || null,
        webhookUrl: removeWebhook ? null : webhookUrl || undefined,
      }),
    ),
  testWebhook: operatorProcedure.mutation(({ ctx }) => testAlertWebhook(ctx)),
});
