import { listAnnouncementsFor } from "#server/domain/announcements/index.ts";
import { getBalance, spendable } from "#server/domain/ledger/index.ts";
import { countOrders } from "#server/domain/orders/index.ts";
import { listTraffic } from "#server/domain/request-log/index.ts";
import { readChecklist } from "#server/domain/staff/index.ts";
import { env } from "#server/kernel/env.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { router, staffProcedure } from "../trpc.ts";

export const overviewRouter = router({
  announcements: staffProcedure.query(({ ctx }) => listAnnouncementsFor(ctx)),
  get: staffProcedure.query(async ({ ctx }) => {
    const [balance, orders, traffic, checklist] = await Promise.all([
      getBalance(ctx),
      countOrders(ctx),
      listTraffic(ctx),
      readChecklist(ctx),
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
      checklist,
    };
  }),
});
