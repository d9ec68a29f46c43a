import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Permission, requirePermission } from "#server/kernel/permissions.ts";

/** The lists of which views can be saved, and what it takes to see each. */
export const LISTS = {
  orders: "orders:read",
  esims: "orders:read",
  sales: "orders:read",
  catalog: "catalog:read",
  ledger: "ledger:read",
  deliveries: "webhooks:read",
  requests: "requests:read",
} as const satisfies Record<string, Permission>;

export type ListName = keyof typeof LISTS;

export const LIST_NAMES = Object.keys(LISTS) as [ListName, ...ListName[]];

/** Somebody in an account: views are theirs in this account and environment. */
export type MemberCtx = AccountCtx & { person: { userId: number } };

export type SavedView = {
  id: number;
  name: string;
  /** Filters, order and columns, as the address of the list says them. */
  query: string;
  /** Opened when the list is asked for and nothing else. */
  isDefault: boolean;
  shared: boolean;
  /** Somebody else's: the name of whoever shares it; null for one's own. */
  sharedBy: string | null;
};

/** A view of one's own, or one of `others`; whatever else there is under the number does not exist. */
export async function getView(ctx: MemberCtx, id: number, others: { shared: true }[] = []) {
  const view = await ctx.db.prisma.savedView.findFirst({
    where: { id, ...tenant(ctx), OR: [{ userId: ctx.person.userId }, ...others] },
  });
  if (!view) return fail("resource_not_found", "There is no such view, or it is somebody else's.");
  requirePermission(ctx, LISTS[view.list as ListName]);
  return view;
}
