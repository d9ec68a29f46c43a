import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type PullRun = {
  id: number;
  supplierCode: string;
  status: "done" | "failed" | "refused";
  received: number;
  added: number;
  changed: number;
  withdrawn: number;
  refused: number;
  message: string | null;
  startedAt: Date;
  finishedAt: Date | null;
};

/** Catalogue syncs, newest first. */
export async function listPulls(ctx: Ctx, supplier: string, limit = 20): Promise<PullRun[]> {
  requireOperator(ctx, "platform:read");
  const runs = await ctx.db.prisma.catalogSync.findMany({
    where: { supplierCode: supplier },
    orderBy: { id: "desc" },
    take: limit,
  });
  return runs.map((run) => ({ ...run, id: Number(run.id) }) as PullRun);
}

export type PulledPackage = {
  packageId: string;
  name: string;
  what: "added" | "changed" | "withdrawn";
  costUsd: Money;
};

/** Packages that were touched by a run and by none since. */
export async function listPulled(ctx: Ctx, pullId: number, limit = 200): Promise<PulledPackage[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<PulledPackage>(sql`
    select p.package_id, p.name, p.cost_usd,
           case when p.created_at = c.started_at then 'added' when p.status = 'withdrawn' then 'withdrawn' else 'changed' end as what
      from catalog_pulls c join packages p on p.supplier_code = c.supplier_code and p.changed_at = c.started_at
     where c.id = ${pullId} order by what, p.package_id limit ${limit}`);
}

export type CostMove = {
  id: number;
  packageId: string;
  name: string;
  previousUsd: Money;
  costUsd: Money;
  changedAt: Date;
};

/** Moves of what packages cost us, newest first. */
export async function listCostMoves(ctx: Ctx, supplier: string, limit = 50): Promise<CostMove[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<CostMove>(sql`
    select c.id, p.package_id, p.name, c.previous_usd, c.cost_usd, c.changed_at
      from package_costs c join packages p on p.id = c.package_id where p.supplier_code = ${supplier}
     order by c.id desc limit ${limit}`);
}
