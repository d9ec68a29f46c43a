import { syncCatalog } from "#server/domain/catalogue/catalog/index.ts";
import { refreshRates } from "#server/domain/catalogue/pricing/index.ts";
import { SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { HOUR } from "#server/kernel/time.ts";

const RECENT = HOUR;

/**
 * Fills catalogue and rates before the first request; later starts skip what is recent. A source that fails does not
 * stop the start: its sentence is returned, and the schedules try again.
 */
export async function firstImport(ctx: Ctx): Promise<string[]> {
  const faults: string[] = [];
  const attempt = (what: string, work: Promise<unknown>) =>
    work.catch((error: Error) => faults.push(`${what}: ${error.message}`));
  const isOld = (at: Date | null) => at === null || ctx.clock.now().getTime() - at.getTime() > RECENT;
  for (const code of SUPPLIER_CODES) {
    const { at } = one(
      await ctx.db.query<{ at: Date | null }>(
        sql`select max(finished_at) as at from catalog_pulls where supplier_code = ${code} and status = 'done'`,
      ),
    );
    if (isOld(at)) await attempt("The catalogue was not imported", syncCatalog(ctx, code));
  }
  const { at } = one(
    await ctx.db.query<{ at: Date | null }>(sql`select max(fetched_at) as at from fx_rates where not pinned`),
  );
  if (isOld(at)) await attempt("Exchange rates were not read", refreshRates(ctx));
  return faults;
}
