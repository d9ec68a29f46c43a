import { settleFunding } from "#server/domain/money/funding/index.ts";
import { adoptRecord, bookProvidersRefund } from "#server/domain/money/payments/index.ts";
import { reportLateTopup } from "#server/domain/selling/actions/index.ts";
import { syncEsimsById } from "#server/domain/selling/esim-reports/index.ts";
import { lookAgain } from "#server/domain/selling/orders/index.ts";
import { settleCheckout } from "#server/domain/shop/checkout/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Run } from "./record-difference.ts";

const unlessDry =
  <A extends unknown[], R>(verb: (ctx: Ctx, ...rest: A) => Promise<R>) =>
  async ({ ctx, run }: { ctx: Ctx; run: Run }, ...rest: A): Promise<R | null> =>
    run.dry ? null : await verb(ctx, ...rest);

/** Everything that a run does about what it finds: a dry run does nothing, and gets null (decision 167). */
export const act = {
  adoptRecord: unlessDry(adoptRecord),
  bookProvidersRefund: unlessDry(bookProvidersRefund),
  lookAgain: unlessDry(lookAgain),
  reportLateTopup: unlessDry(reportLateTopup),
  settleCheckout: unlessDry(settleCheckout),
  settleFunding: unlessDry(settleFunding),
  syncEsimsById: unlessDry(syncEsimsById),
};

/** Of what was found and could not be settled. What a dry run has not tried, the next run does. */
export const leftOpen = ({ dry }: Run): "pending" | "waiting" => (dry ? "pending" : "waiting");
