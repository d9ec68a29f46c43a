import { z } from "zod";
import {
  getPackage,
  listRetailMargins,
  previewRetailRule,
  type RetailMargins,
} from "#server/domain/catalogue/catalog/index.ts";
import { ENDINGS, removeRetailRule, setRetailRule } from "#server/domain/catalogue/pricing/index.ts";
import { listBrandMails, type OutboxMail } from "#server/domain/messaging/mail/index.ts";
import { getSender, removeSender, setSender, verifySender } from "#server/domain/messaging/sender/index.ts";
import { getPaymentSetup, removeStripeKeys, setStripeKeys } from "#server/domain/money/payments/index.ts";
import { getBrand, getDomainSetup, storefrontUrl, verifyDomain } from "#server/domain/reseller/brand/index.ts";
import { includedAtHome, requireMissingSeen } from "#server/domain/shop/law/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail, isServiceError } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { money, toNumeric } from "#server/kernel/money.ts";
import { confirmedStaffProcedure, router, staffProcedure } from "../trpc.ts";

const Target = z.object({
  countryCode: z.string().length(2).optional(),
  /** As the catalogue shows it. */
  packageId: z.string().trim().min(1).max(200).optional(),
});
const Rule = Target.extend({
  markupPercent: z.string().regex(/^-?\d{1,4}(\.\d{1,4})?$/, "Give a number of percent."),
  ending: z.enum(ENDINGS),
});
const Key = z.string().trim().min(8).max(300);

/** What a reseller sets for its storefront, and what the storefront wrote to travellers. */
export const storefrontRouter = router({
  /** Whether it sells, and where it is. */
  state: staffProcedure.query(async ({ ctx }) => {
    const brand = { ...(await getBrand(ctx)), environment: ctx.environment };
    return { url: storefrontUrl(brand), open: (await getPaymentSetup(ctx)).provider !== null };
  }),
  retailRules: staffProcedure.query(async ({ ctx }) => {
    const included = await includedAtHome(ctx);
    const { rules, recommended } = await listRetailMargins(ctx, included);
    return {
      currency: ctx.account.currency,
      vatIncluded: included.toString(),
      rules: rules.map(({ countryCode, packageCode, markupPercent, ending, margins }) => ({
        countryCode,
        packageId: packageCode,
        markupPercent: markupPercent.toString(),
        ending,
        margins: presentMargins(margins),
      })),
      recommended: presentMargins(recommended),
    };
  }),
  previewRetailRule: staffProcedure.input(Rule).query(async ({ ctx, input: { markupPercent, ending, ...target } }) => {
    const { countryCode = null, packageId = null } = await findTarget(ctx, target);
    const rule = { countryCode, packageId, markupPercent: money(markupPercent), ending };
    const margins = await previewRetailRule(ctx, rule, await includedAtHome(ctx));
    return { currency: ctx.account.currency, margins: presentMargins(margins) };
  }),
  setRetailRule: staffProcedure
    .input(
      Rule.extend({
        /** The warning that a price lies below cost was seen and is meant. */
        belowCost: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx, input: { belowCost, markupPercent, ending, ...target } }) =>
      setRetailRule(
        ctx,
        { ...(await findTarget(ctx, target)), ending, markupPercent: money(markupPercent) },
        { belowCost, included: await includedAtHome(ctx) },
      ),
    ),
  removeRetailRule: staffProcedure
    .input(Target)
    .mutation(async ({ ctx, input }) => removeRetailRule(ctx, await findTarget(ctx, input))),
  domain: staffProcedure.query(({ ctx }) => getDomainSetup(ctx)),
  sender: staffProcedure.query(({ ctx }) => getSender(ctx)),
  setSender: confirmedStaffProcedure("brand:manage")
    .input(z.object({ address: z.string().max(300) }))
    .mutation(({ ctx, input }) => setSender(ctx, input.address)),
  verifySender: staffProcedure.mutation(({ ctx }) => verifySender(ctx)),
  removeSender: confirmedStaffProcedure("brand:manage").mutation(async ({ ctx }) => {
    await removeSender(ctx);
    return {};
  }),
  verifyDomain: staffProcedure.mutation(({ ctx }) => verifyDomain(ctx)),
  payments: staffProcedure.query(({ ctx }) => getPaymentSetup(ctx)),
  setStripeKeys: confirmedStaffProcedure("balance:manage")
    .input(z.object({ secretKey: Key, webhookSecret: Key.optional(), missingSeen: z.boolean().default(false) }))
    .mutation(async ({ ctx, input: { missingSeen, ...input } }) => {
      // Keys that are changed open nothing that was not open.
      if ((await getPaymentSetup(ctx)).provider === null) await requireMissingSeen(ctx, "balance:manage", missingSeen);
      return await setStripeKeys(ctx, input);
    }),
  removeStripeKeys: confirmedStaffProcedure("balance:manage").mutation(({ ctx }) => removeStripeKeys(ctx)),
  mails: staffProcedure
    .input(z.object({ before: z.number().int().positive().optional() }))
    .query(async ({ ctx, input: { before } }) => {
      const page = await listBrandMails(ctx, { limit: 25, beforeId: before });
      return { ...page, items: page.items.map(presentMail) };
    }),
});

/** A mail as pages show it, in the outbox and on its sale. */
export const presentMail = ({ orderId, ...mail }: OutboxMail) => ({
  ...mail,
  orderReference: orderId === null ? null : orderReference(orderId),
});

/** The package by the code that people know; the rule keeps its number. */
async function findTarget(ctx: AccountCtx, { countryCode, packageId }: z.infer<typeof Target>) {
  return packageId ? { countryCode, packageId: await idOfPackage(ctx, packageId, "packageId") } : { countryCode };
}

/** @param field of the form, where it is said that there is none */
export async function idOfPackage(ctx: AccountCtx, code: string, field: string): Promise<number> {
  try {
    return (await getPackage(ctx, code)).id;
  } catch (error) {
    if (!isServiceError(error) || error.code !== "package_not_found") throw error;
    return fail("validation_error", `There is no package ${code} on sale.`, { field });
  }
}

const presentMargins = ({ packages, losses, lowestPercent, highestPercent, examples }: RetailMargins) => ({
  packages,
  losses,
  lowestPercent: lowestPercent?.toFixed(1),
  highestPercent: highestPercent?.toFixed(1),
  examples: examples.map(({ packageId, name, cost, price, margin }) => ({
    packageId,
    name,
    cost: toNumeric(cost),
    price: toNumeric(price),
    margin: toNumeric(margin),
  })),
});
