import { z } from "zod";
import { CURRENCIES, getAccount } from "#server/domain/accounts/index.ts";
import { findPackageId, previewRule } from "#server/domain/catalog/index.ts";
import {
  findAccountId,
  getRule,
  listRules,
  type RuleTarget,
  removeRule,
  setRule,
} from "#server/domain/pricing/index.ts";
import { knownSupplier } from "#server/domain/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { present, readAmount } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";

const Rule = z.object({
  /** Empty: for everybody. */
  accountCode: z.string().trim().max(20),
  supplierCode: z.string().trim().max(30),
  countryCode: z.string().trim().max(2),
  packageCode: z.string().trim().max(120),
  markupPercent: z.string().max(20),
  retailMarkupPercent: z.string().max(20),
});

async function toTarget(ctx: Ctx, rule: z.infer<typeof Rule>): Promise<RuleTarget> {
  const { accountCode, supplierCode, countryCode, packageCode } = rule;
  if (countryCode && !/^[A-Za-z]{2}$/.test(countryCode))
    fail("validation_error", "A country is given by its two letters, such as TR.", { field: "countryCode" });
  const packageId = packageCode ? await findPackageId(ctx, packageCode) : null;
  if (packageCode && packageId === null)
    fail("validation_error", `There is no package ${packageCode}.`, { field: "packageCode" });
  return {
    accountId: await findAccountId(ctx, accountCode || null),
    supplierCode: supplierCode ? knownSupplier(supplierCode) : null,
    countryCode: countryCode ? countryCode.toUpperCase() : null,
    packageId,
  };
}

const toMarkup = ({ markupPercent, retailMarkupPercent }: z.infer<typeof Rule>) => ({
  markupPercent: readAmount(markupPercent, "markupPercent"),
  retailMarkupPercent: readAmount(retailMarkupPercent, "retailMarkupPercent"),
});

async function currencyOf(ctx: Ctx, accountCode: string) {
  return accountCode ? (await getAccount(ctx, accountCode)).currency : CURRENCIES[0];
}

export const operatorPricingRouter = router({
  rules: operatorProcedure
    .input(z.object({ accountCode: z.string().max(20).nullable() }))
    .query(async ({ ctx, input }) => {
      const accountId = await findAccountId(ctx, input.accountCode);
      return (await listRules(ctx, accountId)).map((rule) => present(rule));
    }),
  /** What setting the rule would do to prices: nothing is changed. */
  preview: operatorProcedure.input(Rule).mutation(async ({ ctx, input }) => {
    const [target, currency] = [await toTarget(ctx, input), await currencyOf(ctx, input.accountCode)];
    return present(await previewRule(ctx, target, toMarkup(input), currency));
  }),
  set: operatorProcedure
    .input(Rule)
    .mutation(async ({ ctx, input }) => await setRule(ctx, await toTarget(ctx, input), toMarkup(input))),
  /** What removing it would do. */
  previewRemoval: operatorProcedure
    .input(z.object({ id: z.number().int().positive() }))
    .query(async ({ ctx, input }) => {
      const rule = await getRule(ctx, input.id);
      return present(await previewRule(ctx, rule, null, await currencyOf(ctx, rule.accountCode ?? "")));
    }),
  remove: operatorProcedure
    .input(z.object({ id: z.number().int().positive() }))
    .mutation(({ ctx, input }) => removeRule(ctx, input.id)),
});
