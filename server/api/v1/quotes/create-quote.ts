import { z } from "zod";
import { type Quote as QuoteRecord, quotePackage } from "#server/domain/selling/quotes/index.ts";
import { operation } from "#server/http/operation.ts";
import { isoTime } from "#server/kernel/time.ts";
import { amount, currency, integer, text, timestamp } from "../fields.ts";
import { PackageData, presentData } from "../packages/package.wire.ts";

const Quote = z
  .strictObject({
    quote_id: z.string().meta({ example: "qt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C" }),
    environment: z.enum(["test", "live"]),
    package: z.strictObject({
      id: integer(),
      package_id: z.string(),
      name: z.string(),
      country_code: z.string().length(2).nullable(),
      data: PackageData,
      validity_days: integer(),
      duration_days: integer(),
    }),
    quantity: integer(),
    unit_price: amount(),
    total_amount: amount(),
    currency: currency(),
    pricing: z.strictObject({
      base_currency: z.literal("USD"),
      base_unit_price: z.number(),
      fx_rate: z.number().meta({ description: "Units of the account currency per USD" }),
      recommended_retail_price: amount(),
    }),
    funds: z.strictObject({
      available_to_spend: amount(),
      sufficient: z.boolean(),
      shortfall: amount(),
      credit_enabled: z.boolean(),
      credit_status: z.enum(["none", "active", "blocked"]),
      charged_on_order: z.boolean().meta({ description: "False with a test key: test orders are free" }),
    }),
    expires_at: timestamp(),
  })
  .meta({ id: "Quote" });

const Body = z.strictObject({
  package_id: text(200).meta({ description: "Package code or numeric id", example: "esimaccess-TR_5_30" }),
  quantity: integer().min(1, "must be from 1 to 50").max(50, "must be from 1 to 50").default(1),
});

export const createQuote = operation({
  method: "POST",
  path: "/quotes",
  tag: "Orders",
  summary: "Price and funds check for a purchase",
  description: "Not binding, valid for 5 minutes. Order with the quoted unit_price as max_unit_price.",
  access: "catalog:read",
  reads: true,
  body: Body,
  data: Quote,
  errors: ["package_not_found", "supplier_unavailable", "fx_unavailable"],
  handle: async ({ ctx, body }) =>
    presentQuote(await quotePackage(ctx, { packageId: body.package_id, quantity: body.quantity }), ctx.environment),
});

function presentQuote(quote: QuoteRecord, environment: "test" | "live"): z.input<typeof Quote> {
  const { package: item, quantity, totalAmount, balance, availableToSpend } = quote;
  const shortfall = totalAmount.minus(availableToSpend);
  return {
    quote_id: quote.quoteId,
    environment,
    package: {
      id: item.id,
      package_id: item.packageId,
      name: item.name,
      country_code: item.countryCode,
      data: presentData(item),
      validity_days: item.validityDays,
      duration_days: item.durationDays,
    },
    quantity,
    unit_price: item.unitPrice.toNumber(),
    total_amount: totalAmount.toNumber(),
    currency: item.currency,
    pricing: {
      base_currency: "USD",
      base_unit_price: item.baseUnitPrice.toNumber(),
      fx_rate: item.fxRate.toNumber(),
      recommended_retail_price: item.recommendedRetailPrice.toNumber(),
    },
    funds: {
      available_to_spend: availableToSpend.toNumber(),
      sufficient: !shortfall.isPositive() || shortfall.isZero(),
      shortfall: shortfall.isPositive() ? shortfall.toNumber() : 0,
      credit_enabled: balance.creditEnabled,
      credit_status: balance.creditStatus,
      charged_on_order: quote.chargedOnOrder,
    },
    expires_at: isoTime(quote.expiresAt),
  };
}
