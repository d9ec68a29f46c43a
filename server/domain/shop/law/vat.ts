import { COUNTRIES } from "#server/domain/catalogue/places/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { findSeller, type Seller } from "./seller.ts";
import type { Vat, VatMode } from "./split-vat.ts";
import { SUGGESTED_ON, SUGGESTED_RATES } from "./suggested-rates.ts";

/** What a reseller confirms. `rates`: percent by country; one that is not in it has none. */
export type VatChoice = {
  mode: VatMode;
  rates: Record<string, string>;
  /** What numbers begin with: `INV-` makes INV-000001. */
  invoicePrefix: string;
  creditPrefix: string;
};

/** `confirmed`: null while nothing is charged. `suggestedOn`: of which day the rates are that nobody has confirmed. */
export type VatSetup = VatChoice & { confirmed: { by: string; at: Date } | null; suggestedOn: string };

async function findRow(ctx: AccountCtx, db: Transaction) {
  const { accountId, environment } = tenant(ctx);
  const rows = await db.prisma.vatSetting.findMany({
    where: { accountId, environment: { in: ["live", environment] } },
  });
  return rows.find((row) => row.environment === environment) ?? rows[0];
}

/** What is confirmed, or what is suggested. */
export async function getVatSetup(ctx: AccountCtx): Promise<VatSetup> {
  requirePermission(ctx, "brand:read");
  const row = await findRow(ctx, ctx.db);
  if (!row)
    return {
      mode: "included",
      rates: { ...SUGGESTED_RATES },
      invoicePrefix: "INV-",
      creditPrefix: "CN-",
      confirmed: null,
      suggestedOn: SUGGESTED_ON,
    };
  const { mode, rates, invoicePrefix, creditPrefix, active, confirmedBy, confirmedAt } = row;
  return {
    mode: mode as VatMode,
    rates: rates as Record<string, string>,
    ...{ invoicePrefix, creditPrefix },
    confirmed: active ? { by: confirmedBy.slice(confirmedBy.indexOf(":") + 1), at: confirmedAt } : null,
    suggestedOn: SUGGESTED_ON,
  };
}

/** What the shop charges; null where it does not, and asks travellers nothing about it. */
export async function findVat(ctx: AccountCtx): Promise<Vat | null> {
  const row = await findRow(ctx, ctx.db);
  const seller = row?.active ? await findSeller(ctx) : null;
  if (!row || !seller) return null;
  return { mode: row.mode as VatMode, rates: row.rates as Record<string, string>, seller };
}

/** Whether what a price says is not all that is paid. */
export async function addsVat(ctx: AccountCtx): Promise<boolean> {
  const vat = await findVat(ctx);
  return vat?.mode === "on_top" && vat.seller.taxExemption === "";
}

/** VAT that prices hold for buyers in the seller's own country, in percent: what is sold there leaves so much less. Of nobody's price any where it is added. */
export async function includedAtHome(ctx: AccountCtx): Promise<Money> {
  const vat = await findVat(ctx);
  if (vat?.mode !== "included" || vat.seller.taxExemption !== "") return money(0);
  return money(vat.rates[vat.seller.country] ?? 0);
}

/** From the next payment that is begun on VAT is charged, and an invoice is written for each sale. */
export async function confirmVat(ctx: AccountCtx, given: VatChoice): Promise<void> {
  requirePermission(ctx, "brand:manage");
  const choice = { ...given, rates: readRates(given.rates) };
  requirePrefixes(choice);
  requireSeller(await findSeller(ctx));
  const of = tenant(ctx);
  const data = {
    ...choice,
    active: true,
    confirmedBy: `${ctx.actor.kind}:${ctx.actor.name}`,
    confirmedAt: ctx.clock.now(),
  };
  await ctx.db.transaction(async (tx) => {
    await tx.prisma.vatSetting.upsert({
      where: { accountId_environment: of },
      create: { ...of, ...data },
      update: data,
    });
    await recordAudit(tx, ctx, {
      act: "vat.confirm",
      accountId: of.accountId,
      subject: ctx.environment,
      details: { mode: choice.mode, rates: choice.rates },
    });
  });
}

/** What is begun from now on has no VAT and no invoice. What is being paid keeps what it was begun with. */
export async function stopVat(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "brand:manage");
  const row = await findRow(ctx, ctx.db);
  if (!row?.active) return fail("conflict", "No VAT is charged in this shop.");
  const of = tenant(ctx);
  const { mode, rates, invoicePrefix, creditPrefix, confirmedBy, confirmedAt } = row;
  const kept = { mode, rates: rates as Record<string, string>, invoicePrefix, creditPrefix, confirmedBy, confirmedAt };
  await ctx.db.transaction(async (tx) => {
    await tx.prisma.vatSetting.upsert({
      where: { accountId_environment: of },
      create: { ...of, ...kept, active: false },
      update: { active: false },
    });
    await recordAudit(tx, ctx, { act: "vat.stop", accountId: of.accountId, subject: ctx.environment });
  });
}

function readRates(given: Record<string, string>): Record<string, string> {
  const rates: Record<string, string> = {};
  for (const country of COUNTRIES) {
    const rate = given[country]?.trim().replace(",", ".") ?? "";
    if (rate === "") continue;
    if (!/^\d{1,2}(\.\d{1,2})?$/.test(rate))
      fail("validation_error", "A rate is a number of percent from 0 to 99.99, such as 19 or 8.1.", {
        field: `rates.${country}`,
      });
    rates[country] = money(rate).toFixed(2);
  }
  return rates;
}

function requirePrefixes({ invoicePrefix, creditPrefix }: VatChoice): void {
  for (const [field, prefix] of Object.entries({ invoicePrefix, creditPrefix }))
    if (!/^[A-Za-z0-9/_-]{0,11}[A-Za-z/_-]$/.test(prefix))
      fail("validation_error", "Use up to 12 letters, digits, / _ and -, with no digit at the end.", { field });
  if (invoicePrefix === creditPrefix)
    fail("validation_error", "Credit notes need another beginning than invoices.", { field: "creditPrefix" });
}

/** An invoice without a seller would be none. */
function requireSeller(seller: Seller | null): void {
  const { legalName, address, city, country, vatId, taxNumber, taxExemption } = seller ?? {};
  if (!legalName || !address || !city || !country)
    fail("conflict", "Enter who sells first, with name, address, city and country: every invoice says it.");
  if (!vatId && !taxNumber && !taxExemption)
    fail(
      "conflict",
      "Enter your VAT number, your tax number or why you are exempt first: every invoice says one of them.",
    );
}
