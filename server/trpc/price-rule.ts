import { z } from "zod";
import { findPackageId } from "#server/domain/catalogue/catalog/index.ts";
import { findAccountId, type Markup, type RuleTarget } from "#server/domain/catalogue/pricing/index.ts";
import { knownSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { readAmount } from "./present.ts";

/** A rule as the dialog sends it; what is empty matches everything. */
export const PriceRule = z.object({
  /** Empty: for everybody. */
  accountCode: z.string().trim().max(20),
  supplierCode: z.string().trim().max(30),
  countryCode: z.string().trim().max(2),
  packageCode: z.string().trim().max(120),
  markupPercent: z.string().max(20),
  retailMarkupPercent: z.string().max(20),
});

type Rule = z.infer<typeof PriceRule>;

export async function toTarget(ctx: Ctx, rule: Rule): Promise<RuleTarget> {
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

export const toMarkup = ({ markupPercent, retailMarkupPercent }: Rule): Markup => ({
  markupPercent: readAmount(markupPercent, "markupPercent"),
  retailMarkupPercent: readAmount(retailMarkupPercent, "retailMarkupPercent"),
});
