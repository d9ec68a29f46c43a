import { getPackage, productSold } from "#server/domain/catalogue/catalog/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { codesOf, hashVoucher, newSeed } from "./voucher-code.ts";

export const MOST_VOUCHERS = 10_000;
const MOST_DAYS = 5 * 366;
const MOST_BATCHES = 500;
const MOST_A_DAY = 50;
const AT_ONCE = 2_500;

/** Codes that were made together, for one plan. */
export type VoucherBatch = {
  id: number;
  name: string;
  packageCode: string;
  /** As it was sold. */
  packageName: string;
  productKey: string | null;
  size: number;
  redeemed: number;
  /** Of those that were not redeemed. */
  blocked: number;
  unitCap: Money;
  expiresAt: Date;
  blockedAt: Date | null;
  createdBy: string;
  createdAt: Date;
};

export type NewVouchers = {
  name: string;
  /** As the catalogue shows it. */
  packageCode: string;
  size: number;
  expiresAt: Date;
  /** The most that one may cost when it is redeemed, in the account's currency. */
  unitCap: Money;
};

/** Whether travellers can have a code to redeem. */
export async function hasVouchers(ctx: AccountCtx): Promise<boolean> {
  requirePermission(ctx, "orders:read");
  return (await ctx.db.prisma.voucherBatch.findFirst({ where: tenant(ctx), select: { id: true } })) !== null;
}

/** Makes codes of a plan. The wallet pays for each when it is redeemed. */
export async function createVouchers(ctx: AccountCtx, given: NewVouchers): Promise<{ id: number }> {
  requirePermission(ctx, "sales:offer");
  const { size, unitCap, expiresAt } = given;
  const name = given.name.trim();
  if (name === "" || name.length > 80) fail("validation_error", "Name it in up to 80 characters.", { field: "name" });
  if (!Number.isInteger(size) || size < 1 || size > MOST_VOUCHERS)
    fail("validation_error", `A batch has 1 to ${MOST_VOUCHERS.toLocaleString("en")} codes.`, { field: "size" });
  const at = ctx.clock.now();
  if (expiresAt <= at || expiresAt > after(at, MOST_DAYS * DAY))
    fail("validation_error", "The last day lies ahead, within five years.", { field: "expiresAt" });
  const item = await getPackage(ctx, given.packageCode);
  if (unitCap.lessThan(item.unitPrice))
    fail(
      "validation_error",
      `It costs you ${sumText(item.unitPrice, ctx.account.currency)} now: less redeems nothing.`,
      {
        field: "unitCap",
      },
    );
  const seed = newSeed();
  const codeOf = codesOf(seed);
  const createdBy = `${ctx.actor.kind}:${ctx.actor.name}`;
  return await ctx.db.transaction(async (tx) => {
    await takeTurn(tx, ctx);
    const batch = await tx.prisma.voucherBatch.create({
      data: {
        ...tenant(ctx),
        ...{
          name,
          packageId: item.id,
          productKey: item.productKey,
          packageName: item.name,
          size,
          seed,
          expiresAt,
          createdBy,
          createdAt: at,
        },
        unitCap: toNumeric(unitCap),
      },
      select: { id: true },
    });
    for (let first = 1; first <= size; first += AT_ONCE)
      await tx.prisma.voucher.createMany({
        data: Array.from({ length: Math.min(AT_ONCE, size - first + 1) }, (_, i) => ({
          ...{ batchId: batch.id, number: first + i, codeHash: hashVoucher(codeOf(first + i)) },
        })),
      });
    const details = { package: item.packageId, size, expiresAt: expiresAt.toISOString(), unitCap: unitCap.toFixed(4) };
    await recordAudit(tx, ctx, { act: "voucher.create", accountId: ctx.account.id, subject: name, details });
    return batch;
  });
}

/** One at a time within an account, each counting those before it: codes are rows that stay. */
async function takeTurn(tx: Transaction, ctx: AccountCtx): Promise<void> {
  const { accountId, environment } = tenant(ctx);
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`vouchers:${accountId}:${environment}`}))`);
  const createdAt = { gt: after(ctx.clock.now(), -DAY) };
  if ((await tx.prisma.voucherBatch.count({ where: { ...tenant(ctx), createdAt } })) >= MOST_A_DAY)
    fail("rate_limit_exceeded", `${MOST_A_DAY} batches were made within a day. Try again tomorrow.`);
}

const batchesOf = (ctx: AccountCtx, id: number | null) => {
  const { accountId, environment } = tenant(ctx);
  return sql`
    select b.id, b.name, sold.package_id as package_code, coalesce(b.package_name, sold.name) as package_name,
           ${productSold(sql`b.product_key`, sql`b.created_at`)} as product_key, b.size, s.redeemed, s.blocked, b.unit_cap, b.expires_at, b.blocked_at,
           b.created_by, b.created_at
      from voucher_batches b join packages sold on sold.id = b.package_id
      cross join lateral (
        select count(*) filter (where checkout_id is not null)::int as redeemed,
               count(*) filter (where checkout_id is null and v.blocked_at is not null)::int as blocked
          from vouchers v where v.batch_id = b.id
      ) s
     where b.account_id = ${accountId} and b.environment = ${environment} and (${id}::int is null or b.id = ${id}::int)
     order by b.id desc limit ${MOST_BATCHES}`;
};

export async function listVoucherBatches(ctx: AccountCtx): Promise<VoucherBatch[]> {
  requirePermission(ctx, "orders:read");
  return await ctx.db.query<VoucherBatch>(batchesOf(ctx, null));
}

export async function getVoucherBatch(ctx: AccountCtx, id: number): Promise<VoucherBatch> {
  requirePermission(ctx, "orders:read");
  const [batch] = await ctx.db.query<VoucherBatch>(batchesOf(ctx, id));
  return batch ?? fail("resource_not_found", "There is no such batch of vouchers.");
}

/** A code by its number; what it reads is told in the downloads only. `sale`: who redeemed it, and what came of it. */
export type Voucher = {
  number: number;
  redeemedAt: Date | null;
  blockedAt: Date | null;
  sale: string | null;
  email: string | null;
};

/** In the order of their numbers. */
export async function listVouchers(
  ctx: AccountCtx,
  batchId: number,
  { afterNumber = 0, redeemed, limit }: { afterNumber?: number; redeemed?: boolean; limit: number },
): Promise<Page<Voucher & { id: number }>> {
  await getVoucherBatch(ctx, batchId);
  const only = redeemed === undefined ? sql`true` : sql`(v.checkout_id is not null) = ${redeemed}`;
  const rows = await ctx.db.query<Voucher & { id: number }>(sql`
    select v.number as id, v.number, v.redeemed_at, v.blocked_at, c.number as sale, c.email
      from vouchers v left join checkouts c on c.id = v.checkout_id
     where v.batch_id = ${batchId} and v.number > ${afterNumber} and ${only} order by v.number limit ${limit + 1}::int`);
  return toPage(rows, limit);
}

/** A whole batch, or one code of it: nobody can redeem it until it is released. What was redeemed stays so. */
export async function blockVouchers(
  ctx: AccountCtx,
  batchId: number,
  { number, blocked }: { number?: number | undefined; blocked: boolean },
): Promise<void> {
  requirePermission(ctx, "sales:offer");
  const { name } = await getVoucherBatch(ctx, batchId);
  const blockedAt = blocked ? ctx.clock.now() : null;
  await ctx.db.transaction(async (tx) => {
    const { count } =
      number === undefined
        ? await tx.prisma.voucherBatch.updateMany({ where: { ...tenant(ctx), id: batchId }, data: { blockedAt } })
        : await tx.prisma.voucher.updateMany({ where: { batchId, number, checkoutId: null }, data: { blockedAt } });
    if (count === 0) fail("conflict", `Code ${number} is not there to be blocked: it was redeemed, or there is none.`);
    await recordAudit(tx, ctx, {
      act: blocked ? "voucher.block" : "voucher.release",
      accountId: ctx.account.id,
      subject: number === undefined ? name : `${name}, code ${number}`,
    });
  });
}
