import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Page, type SortedPlace, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type Invoice, toInvoice } from "./invoice.ts";
import type { InvoiceFilter } from "./invoice-filter.ts";

/** What was written for a sale, in order. */
export async function listInvoicesOf(ctx: AccountCtx, checkoutId: number): Promise<Invoice[]> {
  requirePermission(ctx, "orders:read");
  const rows = await ctx.db.prisma.invoice.findMany({ where: { ...tenant(ctx), checkoutId }, orderBy: { id: "asc" } });
  return rows.map(toInvoice);
}

/** @param checkoutId of whose link it is asked for; staff read those of every sale of their shop */
export async function getInvoice(ctx: AccountCtx, id: number, checkoutId?: number): Promise<Invoice> {
  requirePermission(ctx, "orders:read");
  const row = await ctx.db.prisma.invoice.findFirst({
    where: { ...tenant(ctx), id, ...(checkoutId !== undefined && { checkoutId }) },
  });
  return row ? toInvoice(row) : fail("resource_not_found", "There is no such invoice.");
}

/** Everything that was written in the shop, newest first, or oldest first. */
export async function searchInvoices(
  ctx: AccountCtx,
  { limit, beforeId, oldestFirst, q, kind, from, to }: InvoiceFilter & SortedPlace,
): Promise<Page<Invoice>> {
  requirePermission(ctx, "orders:read");
  const named = q?.toUpperCase();
  const rows = await ctx.db.prisma.invoice.findMany({
    where: {
      ...tenant(ctx),
      ...(kind && { kind }),
      ...(named && { OR: [{ number: { equals: q!, mode: "insensitive" } }, { saleNumber: named }] }),
      issuedAt: { gte: from, lt: to },
      ...(beforeId !== undefined && { id: oldestFirst ? { gt: beforeId } : { lt: beforeId } }),
    },
    orderBy: { id: oldestFirst ? "asc" : "desc" },
    take: limit + 1,
  });
  return toPage(rows.map(toInvoice), limit);
}
