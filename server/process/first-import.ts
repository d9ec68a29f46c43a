import { syncCatalog } from "#server/domain/catalogue/catalog/index.ts";
import { refreshRates } from "#server/domain/catalogue/pricing/index.ts";
import { SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { isHome } from "#server/kernel/cell.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { HOUR } from "#server/kernel/time.ts";

const RECENT = HOUR;

/**
 * Fills catalogue and rates before the first request; later starts skip what is recent. A source that fails does not
 * stop the start: its sentence is returned, and the schedules try again. Other cells have both from home.
 */
export async function firstImport(ctx: Ctx): Promise<string[]> {
  if (!isHome()) return [];
  const faults: string[] = [];
  const attempt = (what: string, work: Promise<unknown>) =>
    work.catch((error: Error) => faults.push(`${what}: ${error.message}`));
  const isOld = (at: Date | null) => at === null || ctx.clock.now().getTime() - at.getTime() > RECENT;
  for (const code of SUPPLIER_CODES) {
    const where = { supplierCode: code, status: "done" };
    const { _max } = await ctx.db.prisma.catalogSync.aggregate({ where, _max: { finishedAt: true } });
    if (isOld(_max.finishedAt)) await attempt("The catalogue was not imported", syncCatalog(ctx, code));
  }
  const { _max } = await ctx.db.prisma.fxRate.aggregate({ where: { pinned: false }, _max: { fetchedAt: true } });
  if (isOld(_max.fetchedAt)) await attempt("Exchange rates were not read", refreshRates(ctx));
  return faults;
}
