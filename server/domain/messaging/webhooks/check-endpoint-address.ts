import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { checkAddress, isRefused } from "./address-rule.ts";

/** What the address rule says of an address while it is being typed: null when events may be sent to it. */
export async function checkEndpointAddress(ctx: AccountCtx, url: string): Promise<{ reason: string | null }> {
  requirePermission(ctx, "webhooks:manage");
  const checked = await checkAddress(url);
  return { reason: isRefused(checked) ? checked.reason : null };
}
