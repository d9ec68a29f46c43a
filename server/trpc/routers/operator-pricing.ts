import { z } from "zod";
import { previewRule } from "#server/domain/catalogue/catalog/index.ts";
import { findAccountId, getRule, listRules } from "#server/domain/catalogue/pricing/index.ts";
import { CURRENCIES, getAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { recordId } from "../filters.ts";
import { present } from "../present.ts";
import { PriceRule, toMarkup, toTarget } from "../price-rule.ts";
import { operatorProcedure, router } from "../trpc.ts";

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
  preview: operatorProcedure.input(PriceRule).mutation(async ({ ctx, input }) => {
    const [target, currency] = [await toTarget(ctx, input), await currencyOf(ctx, input.accountCode)];
    return present(await previewRule(ctx, target, toMarkup(input), currency));
  }),
  /** What removing it would do. */
  previewRemoval: operatorProcedure.input(z.object({ id: recordId() })).query(async ({ ctx, input }) => {
    const rule = await getRule(ctx, input.id);
    return present(await previewRule(ctx, rule, null, await currencyOf(ctx, rule.accountCode ?? "")));
  }),
});
