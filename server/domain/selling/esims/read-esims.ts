import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { withoutCodes } from "#server/kernel/installation.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Esim, EsimStatus } from "./esim.ts";

export const ESIM_COLUMNS = sql`
  e.id, e.account_id, e.environment, e.order_id, e.supplier_code, e.supplier_esim_id,
  e.supplier_reference, e.iccid, e.imsi, e.activation_code, e.smdp_address, e.status,
  e.resume_status, e.installation_status, e.supplier_status,
  e.supplier_smdp_status, e.total_bytes, e.used_bytes, e.validity_days,
  e.activated_at, e.installed_at, e.expires_at, e.eid, e.device_brand,
  e.device_model, e.device_os, e.device_imei, e.device_forgotten, e.network_name, e.apn,
  e.synced_at, e.created_at, e.missing_at, e.version`;

/** ICCIDs are used again by suppliers: the account's newest eSIM that has it. */
export async function getEsim(ctx: AccountCtx, iccid: string): Promise<Esim> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const [esim] = await ctx.db.query<Esim>(sql`
    select ${ESIM_COLUMNS} from esims e
     where e.account_id = ${accountId} and e.environment = ${environment} and e.iccid = ${iccid.slice(0, 40)} order by e.id desc limit 1`);
  if (!esim)
    return fail(
      "resource_not_found",
      `There is no eSIM with the ICCID ${iccid.slice(0, 40)} in the ${environment} environment.`,
    );
  return withoutCodes(ctx, esim);
}

type ListQuery = { status?: EsimStatus; supplierCode?: string; limit: number; offset: number };

/** Newest first. */
export async function listEsims(ctx: AccountCtx, { status, supplierCode, limit, offset }: ListQuery): Promise<Esim[]> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const where: Sql[] = [sql`e.account_id = ${accountId} and e.environment = ${environment}`];
  if (status) where.push(sql`e.status = ${status}`);
  if (supplierCode) where.push(sql`e.supplier_code = ${supplierCode}`);
  const esims = await ctx.db.query<Esim>(sql`
    select ${ESIM_COLUMNS} from esims e where ${where.reduce((all, next) => sql`${all} and ${next}`)}
     order by e.id desc limit ${limit} offset ${offset}`);
  return esims.map((esim) => withoutCodes(ctx, esim));
}

/** For jobs and settlements, which know the eSIM by its id. */
export async function findEsimById(db: Transaction, id: number): Promise<Esim | null> {
  const [esim] = await db.query<Esim>(sql`select ${ESIM_COLUMNS} from esims e where e.id = ${id}`);
  return esim ?? null;
}

/** The one that a supplier last said something of, of those that are not over and that it was not asked for in vain since. */
export async function lastHeard(db: Transaction, supplierCode: string): Promise<Esim | null> {
  const [esim] = await db.query<Esim>(sql`
    select ${ESIM_COLUMNS} from esims e
     where e.supplier_code = ${supplierCode} and e.environment = 'live' and e.status not in ('cancelled', 'expired')
       and e.synced_at is not null and e.asked_at is null and e.missing_at is null
     order by e.synced_at desc limit 1`);
  return esim ?? null;
}

export async function listOrderEsims(db: Transaction, orderId: number): Promise<Esim[]> {
  return await db.query<Esim>(sql`select ${ESIM_COLUMNS} from esims e where e.order_id = ${orderId} order by e.id`);
}

export type Measurement = { totalBytes: number; usedBytes: number; source: string; recordedAt: Date };

/** As many as the database keeps of one eSIM (`change_esims`). */
export const MOST_MEASUREMENTS = 100;

/** The last measurements, newest first. */
export async function listUsage(ctx: AccountCtx, esim: Esim): Promise<Measurement[]> {
  requirePermission(ctx, "orders:read");
  const where = { esimId: esim.id };
  const newest = await ctx.db.prisma.esimUsage.findMany({ where, orderBy: { id: "desc" }, take: MOST_MEASUREMENTS });
  return newest.map(({ totalBytes, usedBytes, source, recordedAt }) => ({
    totalBytes: Number(totalBytes),
    usedBytes: Number(usedBytes),
    source,
    recordedAt,
  }));
}

export type HistoryItem = {
  eventType: string;
  previousStatus: string;
  currentStatus: string;
  source: string;
  createdAt: Date;
};

/** Newest first; an eSIM's life has few of them, and the list is bounded all the same. */
export async function listHistory(ctx: AccountCtx, esim: Esim): Promise<HistoryItem[]> {
  requirePermission(ctx, "orders:read");
  return await ctx.db.prisma.esimHistory.findMany({
    where: { esimId: esim.id },
    omit: { id: true, esimId: true },
    orderBy: { id: "desc" },
    take: 200,
  });
}
