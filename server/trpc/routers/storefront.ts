import { z } from "zod";
import { getDomainSetup, verifyDomain } from "#server/domain/brand/index.ts";
import { listBrandMails } from "#server/domain/mail/index.ts";
import { getPaymentSetup, removeStripeKeys, setStripeKeys } from "#server/domain/payments/index.ts";
import { ENDINGS, listRetailRules, removeRetailRule, setRetailRule } from "#server/domain/pricing/index.ts";
import { money } from "#server/kernel/money.ts";
import { router, staffProcedure } from "../trpc.ts";

const Target = z.object({
  countryCode: z.string().length(2).optional(),
  packageId: z.number().int().positive().optional(),
});
const Key = z.string().trim().min(8).max(300);

/** What a reseller sets for its storefront, and what the storefront wrote to travellers. */
export const storefrontRouter = router({
  retailRules: staffProcedure.query(({ ctx }) => listRetailRules(ctx)),
  setRetailRule: staffProcedure
    .input(
      Target.extend({
        markupPercent: z.string().regex(/^-?\d{1,4}(\.\d{1,4})?$/, "Give a number of percent."),
        ending: z.enum(ENDINGS),
        /** The warning that a price lies below cost was seen and is meant. */
        belowCost: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx, input: { belowCost, markupPercent, ...rule } }) =>
      setRetailRule(ctx, { ...rule, markupPercent: money(markupPercent) }, { belowCost }),
    ),
  removeRetailRule: staffProcedure.input(Target).mutation(({ ctx, input }) => removeRetailRule(ctx, input)),
  domain: staffProcedure.query(({ ctx }) => getDomainSetup(ctx)),
  verifyDomain: staffProcedure.mutation(({ ctx }) => verifyDomain(ctx)),
  payments: staffProcedure.query(({ ctx }) => getPaymentSetup(ctx)),
  setStripeKeys: staffProcedure
    .input(z.object({ secretKey: Key, webhookSecret: Key.optional() }))
    .mutation(({ ctx, input }) => setStripeKeys(ctx, input)),
  removeStripeKeys: staffProcedure.mutation(({ ctx }) => removeStripeKeys(ctx)),
  outbox: staffProcedure
    .input(z.object({ limit: z.number().int().min(1).max(100).default(25), beforeId: z.number().int().optional() }))
    .query(({ ctx, input }) => listBrandMails(ctx, input)),
});
