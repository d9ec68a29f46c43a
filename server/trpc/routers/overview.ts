import { z } from "zod";
import { listSupplierStates } from "#server/domain/catalogue/suppliers/index.ts";
import { listAttention } from "#server/domain/control/attention/index.ts";
import { listAnnouncementsFor } from "#server/domain/messaging/announcements/index.ts";
import { measureWebhooks } from "#server/domain/messaging/webhooks/index.ts";
import { getBalance, spendable } from "#server/domain/money/ledger/index.ts";
import { askToGoLive, type GoLiveRequest, readGoLive } from "#server/domain/people/onboarding/index.ts";
import { readChecklist } from "#server/domain/people/staff/index.ts";
import { listTraffic, readQuotaUse } from "#server/domain/reseller/request-log/index.ts";
import { countOrders, countOrdersByDay } from "#server/domain/selling/orders/index.ts";
import { env } from "#server/kernel/env.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { isAllowed } from "#server/kernel/permissions.ts";
import { present } from "../present.ts";
import { router, staffList, staffProcedure } from "../trpc.ts";

const DAYS_SHOWN = 14;

/** Who of the platform decided is the platform's own. */
const withoutDecider = (request: GoLiveRequest | null): Omit<GoLiveRequest, "decidedBy"> | null => {
  if (!request) return null;
  const { decidedBy: _decidedBy, ...shown } = request;
  return shown;
};

export const overviewRouter = router({
  announcements: staffProcedure.query(({ ctx }) => listAnnouncementsFor(ctx)),
  get: staffProcedure.query(async ({ ctx }) => {
    const [balance, orders, traffic, quota, checklist, goLive, suppliers, webhooks] = await Promise.all([
      getBalance(ctx),
      countOrders(ctx),
      listTraffic(ctx),
      readQuotaUse(ctx),
      readChecklist(ctx),
      readGoLive(ctx.db, ctx.account.id),
      listSupplierStates(ctx),
      isAllowed(ctx.role, "webhooks:read") ? measureWebhooks(ctx) : null,
    ]);
    return {
      at: ctx.clock.now(),
      apiUrl: `${env().publicUrl}/api/v1`,
      money: {
        currency: balance.currency,
        spendable: toNumeric(spendable(balance)),
        wallet: toNumeric(balance.walletBalance),
      },
      orders,
      traffic,
      quota,
      checklist,
      /** Null: the live environment is open. */
      goLive: goLive.liveSince === null ? { ...goLive, request: withoutDecider(goLive.request) } : null,
      suppliers,
      /** Null: not part of the role. */
      webhooks,
    };
  }),
  attention: staffProcedure.query(async ({ ctx }) => (await listAttention(ctx)).map(present)),
  askToGoLive: staffProcedure
    .input(z.object({ text: z.string().trim().min(20, "Say it in a sentence or two.").max(1_000) }))
    .mutation(({ ctx, input }) => askToGoLive(ctx, input.text)),
  /** The last two weeks, each day with the orders of the one two weeks before. */
  days: staffList.query(async ({ ctx }) => {
    const days = await countOrdersByDay(ctx, 2 * DAYS_SHOWN);
    return days.slice(DAYS_SHOWN).map((day, i) => ({ ...day, before: days[i]!.orders, spent: toNumeric(day.spent) }));
  }),
});
