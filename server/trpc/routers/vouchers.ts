import { z } from "zod";
import {
  blockVouchers,
  createVouchers,
  getVoucherBatch,
  listVoucherBatches,
  listVouchers,
  MOST_VOUCHERS,
  type VoucherBatch,
} from "#server/domain/shop/vouchers/index.ts";
import { money, toNumeric } from "#server/kernel/money.ts";
import { recordId } from "../filters.ts";
import { confirmedStaffProcedure, router, staffProcedure } from "../trpc.ts";

const Batch = z.object({ id: recordId() });
const PAGE = 50;

/** Batches of voucher codes. The codes themselves are in the downloads only. */
export const vouchersRouter = router({
  list: staffProcedure.query(async ({ ctx }) => {
    const now = ctx.clock.now();
    const items = (await listVoucherBatches(ctx)).map((batch) => presentBatch(batch, now));
    return { currency: ctx.account.currency, items };
  }),
  get: staffProcedure
    .input(
      Batch.extend({ after: z.number().int().min(0).max(MOST_VOUCHERS).default(0), redeemed: z.boolean().optional() }),
    )
    .query(async ({ ctx, input: { id, after, redeemed } }) => {
      const batch = await getVoucherBatch(ctx, id);
      const only = redeemed === undefined ? {} : { redeemed };
      const page = await listVouchers(ctx, id, { afterNumber: after, limit: PAGE, ...only });
      return { currency: ctx.account.currency, batch: presentBatch(batch, ctx.clock.now()), ...page };
    }),
  /** They are worth money from then on: whoever makes them is asked who they are. */
  create: confirmedStaffProcedure("sales:offer")
    .input(
      z.object({
        name: z.string().trim().min(1).max(80),
        /** As the catalogue shows it. */
        packageId: z.string().trim().min(1, "Choose a package.").max(200),
        size: z.number().int().min(1).max(MOST_VOUCHERS),
        expiresAt: z.date(),
        unitCap: z.string().regex(/^\d{1,11}(\.\d{1,4})?$/, "Enter an amount such as 4.50."),
      }),
    )
    .mutation(({ ctx, input: { unitCap, packageId, ...input } }) =>
      createVouchers(ctx, { ...input, packageCode: packageId, unitCap: money(unitCap) }),
    ),
  block: staffProcedure
    .input(Batch.extend({ number: recordId().optional(), blocked: z.boolean() }))
    .mutation(({ ctx, input: { id, ...input } }) => blockVouchers(ctx, id, input)),
});

const presentBatch = ({ unitCap, ...batch }: VoucherBatch, now: Date) => ({
  ...batch,
  unitCap: toNumeric(unitCap),
  state: batch.blockedAt
    ? ("blocked" as const)
    : batch.redeemed === batch.size
      ? ("used_up" as const)
      : batch.expiresAt <= now
        ? ("expired" as const)
        : ("open" as const),
});
