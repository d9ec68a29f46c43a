import { exampleIn, minorUnits } from "#server/domain/catalogue/pricing/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { DISCOUNT_COLUMNS, type Discount, discountName, parseDiscountCode } from "./discount.ts";
import { previewDiscount } from "./preview-discount.ts";

/** What can be changed later; what it takes off, and of which plans, stands for good. */
type Terms = Pick<Discount, "startsAt" | "endsAt" | "mostUses" | "oncePerPerson">;
export type NewDiscount = Terms & Pick<Discount, "code" | "percentOff" | "amountOff" | "packageIds" | "destinations">;

const MOST_CODES = 500;
const MOST_PERCENT = 99;
const NAMED = 3;

/** The account's codes, the newest first, with what they sold: what is over and what is being delivered. */
export type DiscountLine = Discount & { packageCodes: string[]; sales: number; paid: Money; given: Money };

export async function listDiscounts(ctx: AccountCtx): Promise<DiscountLine[]> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  return await ctx.db.query<DiscountLine>(sql`
    select ${DISCOUNT_COLUMNS},
           array(select p.package_id from packages p where p.id = any(d.package_ids) order by p.package_id) as package_codes,
           coalesce(s.sales, 0)::int as sales, coalesce(s.paid, 0) as paid, coalesce(s.given, 0) as given
      from discount_codes d
      left join lateral (
        select count(*) as sales, sum(c.total_amount - c.refund_due) as paid, sum(c.discount_amount) as given from checkouts c
         where c.discount_code_id = d.id and c.status in ('paid', 'ordered', 'delivered')
      ) s on true
     where d.account_id = ${accountId} and d.environment = ${environment} order by d.id desc limit ${MOST_CODES}`);
}

/**
 * Makes a code. One that sells plans for less than they cost is made only when that was said to be meant: `belowCost` is what a
 * form sends after its warning.
 */
export async function createDiscount(
  ctx: AccountCtx,
  given: NewDiscount,
  { belowCost = false } = {},
): Promise<Discount> {
  requirePermission(ctx, "sales:offer");
  const code = parseDiscountCode(given.code) ?? refuseCode();
  requireAmount(ctx, given);
  requireTerms(given);
  const { plans, losses } = await previewDiscount(ctx, given);
  if (plans === 0) fail("validation_error", "None of your plans on sale is among those chosen.", { field: "plans" });
  if (losses.length > 0 && !belowCost) refuseLosses(losses);
  const { accountId, environment } = tenant(ctx);
  const { percentOff, amountOff, packageIds, destinations, startsAt, endsAt, mostUses, oncePerPerson } = given;
  const at = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    // One at a time, each counting those before it.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`discounts:${accountId}:${environment}`}))`);
    const { made } = one(
      await tx.query<{ made: number }>(
        sql`select count(*)::int as made from discount_codes where account_id = ${accountId} and environment = ${environment}`,
      ),
    );
    if (made >= MOST_CODES) fail("conflict", `A shop has up to ${MOST_CODES} discount codes.`, { field: "code" });
    const [discount] = await tx.query<Discount>(sql`
      insert into discount_codes as d (account_id, environment, code, percent_off, amount_off, package_ids, destinations, starts_at, ends_at,
        most_uses, once_per_person, below_cost, created_at, updated_at)
      values (${accountId}, ${environment}, ${code}, ${percentOff?.toFixed(2) ?? null}::numeric, ${amountOff && toNumeric(amountOff)}::numeric,
        ${packageIds}::int[], ${destinations}::text[], ${startsAt}, ${endsAt}, ${mostUses}::int, ${oncePerPerson}, ${belowCost}, ${at}, ${at})
      on conflict (account_id, environment, code) do nothing returning ${DISCOUNT_COLUMNS}`);
    if (!discount) return fail("conflict", `There is a code ${code} already.`, { field: "code" });
    const details = { off: discountName(discount, ctx.account.currency), belowCost };
    await recordAudit(tx, ctx, { act: "discount.create", accountId, subject: code, details });
    return discount;
  });
}

/** Ends a code or lets it go on, and changes when, how often and by whom it can be used. */
export async function changeDiscount(
  ctx: AccountCtx,
  id: number,
  changes: Partial<Terms & Pick<Discount, "active">>,
): Promise<void> {
  requirePermission(ctx, "sales:offer");
  const where = { ...tenant(ctx), id };
  await ctx.db.transaction(async (tx) => {
    const before = await tx.prisma.discountCode.findFirst({ where });
    if (!before) return fail("resource_not_found", "There is no such discount code.");
    requireTerms({ ...before, ...changes });
    await tx.prisma.discountCode.updateMany({ where, data: { ...changes, updatedAt: ctx.clock.now() } });
    await recordAudit(tx, ctx, {
      act: "discount.change",
      accountId: ctx.account.id,
      subject: before.code,
      details: { ...changes },
    });
  });
}

const refuseCode = (): never =>
  fail("validation_error", "A code has 3 to 30 letters, digits and hyphens, such as SUMMER-10.", { field: "code" });

function requireAmount({ account }: AccountCtx, { percentOff, amountOff }: NewDiscount): void {
  if ((percentOff === null) === (amountOff === null))
    fail("validation_error", "A code takes off a percentage or an amount.", { field: "off" });
  if (percentOff && (percentOff.lessThan(1) || percentOff.greaterThan(MOST_PERCENT) || percentOff.decimalPlaces() > 2))
    fail("validation_error", `Enter 1 to ${MOST_PERCENT} percent. What is free is handed out by voucher.`, {
      field: "off",
    });
  if (amountOff && (!amountOff.greaterThan(0) || amountOff.decimalPlaces() > minorUnits(account.currency)))
    fail("validation_error", `Enter an amount in ${account.currency}, such as ${exampleIn(account.currency)}.`, {
      field: "off",
    });
}

function requireTerms({ startsAt, endsAt, mostUses }: Pick<Discount, "startsAt" | "endsAt" | "mostUses">): void {
  if (startsAt && endsAt && startsAt >= endsAt)
    fail("validation_error", "The last day lies before the first.", { field: "endsAt" });
  if (mostUses !== null && (mostUses < 1 || mostUses > 1_000_000))
    fail("validation_error", "A code is used 1 to 1,000,000 times.", { field: "mostUses" });
}

function refuseLosses(losses: { name: string }[]): never {
  const named = losses.slice(0, NAMED).map(({ name }) => name);
  const more = losses.length > NAMED ? " …" : "";
  return fail(
    "validation_error",
    `Sells below cost at ${losses.length} ${losses.length === 1 ? "plan" : "plans"}: ${named.join(", ")}${more}. Confirm that this is meant.`,
    { field: "off", below_cost: losses.length },
  );
}
