import { connectSupplier, type SupplierCode, type SupplierPackage } from "#server/domain/catalogue/suppliers/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { markVariants, reportCostMoves, toRow, upsertReadable } from "./write-packages.ts";

export type Pull = {
  supplier: SupplierCode;
  received: number;
  added: number;
  changed: number;
  withdrawn: number;
  refused: number;
};

/** A pull that lacks more than this share of what is on sale is refused: the supplier's list is more likely broken than its offer gone. */
const MAX_MISSING = 0.2;

/**
 * Takes over a supplier's catalogue. A package is withdrawn when it is missing from two full pulls in a row, and then
 * points to the supplier's equal product, if there is one. `changed_at` moves only with what a reseller can see.
 */
export async function syncCatalog(ctx: Ctx, supplier: SupplierCode): Promise<Pull> {
  const connection = await connectSupplier(ctx, supplier);
  const startedAt = ctx.clock.now();
  const answer = await connection.listPackages();
  if (answer.kind === "unknown") {
    await finish(ctx, supplier, startedAt, "failed", answer.message);
    await connection.flush();
    return fail("supplier_error", `The catalogue of ${supplier} could not be read: ${answer.message}.`);
  }
  const rows = dropDuplicates(answer.packages).map((item) => toRow(supplier, item));
  const missing = await countMissing(
    ctx.db,
    supplier,
    rows.map((row) => row.supplier_package_id),
  );
  if (missing.onSale > 0 && missing.count / missing.onSale > MAX_MISSING) {
    const message = `the pull lacks ${missing.count} of the ${missing.onSale} packages on sale: refused, nothing was changed`;
    await finish(ctx, supplier, startedAt, "refused", message);
    log().error({ supplier, ...missing }, "a catalogue pull was refused");
    await tellOperators(ctx.db, startedAt, {
      kind: "catalog.refused",
      subject: supplier,
      occasion: startedAt.toISOString().slice(0, 10),
      text: `Catalogue of ${supplier}: ${message}.`,
    });
    return fail(
      "conflict",
      `Catalogue of ${supplier}: ${message}. If the supplier really dropped them, withdraw them by hand first.`,
    );
  }
  const refused = [...answer.refused];
  const { at, ...counts } = await ctx.db.transaction(async (tx) => {
    // Not when the pull began: who reads the catalogue while the supplier answers asks next time for what changed since.
    const at = ctx.clock.now();
    const written = await upsertReadable(tx, rows, refused, at);
    const withdrawn = await withdrawMissing(
      tx,
      supplier,
      rows.map((row) => row.supplier_package_id),
      at,
    );
    await markVariants(tx, at);
    return { at, ...written, withdrawn };
  });
  await reportCostMoves(ctx.db, supplier, at);
  const pull = { supplier, received: rows.length, ...counts, refused: refused.length };
  if (refused.length > 0)
    log().warn({ supplier, refused: refused.slice(0, 20) }, "packages of a catalogue could not be read");
  await finish(ctx, supplier, startedAt, "done", refused[0] ?? null, pull);
  return pull;
}

function dropDuplicates(packages: SupplierPackage[]): SupplierPackage[] {
  return [...new Map(packages.map((item) => [item.supplierPackageId, item])).values()];
}

async function countMissing(
  db: Transaction,
  supplier: SupplierCode,
  present: string[],
): Promise<{ count: number; onSale: number }> {
  return one(
    await db.query<{ count: number; onSale: number }>(sql`
      select count(*) filter (where not supplier_package_id = any(${present}::text[])) as count, count(*) as on_sale
        from packages where supplier_code = ${supplier} and status = 'on_sale'`),
  );
}

async function withdrawMissing(tx: Transaction, supplier: SupplierCode, present: string[], at: Date): Promise<number> {
  const rows = await tx.query<{ status: string }>(sql`
    update packages p
       set missed_pulls = p.missed_pulls + 1,
           status = case when p.missed_pulls >= 1 then 'withdrawn' else p.status end,
           withdrawn_by = case when p.missed_pulls >= 1 then 'supplier' end,
           changed_at = case when p.missed_pulls >= 1 then ${at} else p.changed_at end,
           replaced_by_id = case when p.missed_pulls >= 1 then (
             select min(r.id) from packages r
              where r.product_key = p.product_key and r.supplier_code = p.supplier_code and r.status = 'on_sale'
                and r.id <> p.id and r.supplier_package_id = any(${present}::text[])) end
     where p.supplier_code = ${supplier} and p.status = 'on_sale' and not p.supplier_package_id = any(${present}::text[])
    returning p.status`);
  return rows.filter((row) => row.status === "withdrawn").length;
}

async function finish(
  ctx: Ctx,
  supplier: string,
  startedAt: Date,
  status: string,
  message: string | null,
  counts?: Partial<Pull>,
): Promise<void> {
  const { received, added, changed, withdrawn, refused } = counts ?? {};
  await ctx.db.prisma.catalogSync.create({
    data: {
      supplierCode: supplier,
      status,
      received,
      added,
      changed,
      withdrawn,
      refused,
      message,
      startedAt,
      finishedAt: ctx.clock.now(),
    },
  });
}
