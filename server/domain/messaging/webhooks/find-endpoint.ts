import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId } from "#server/kernel/ids.ts";

/** The account's endpoint in this environment, by the id as the caller gave it. */
export async function getEndpoint(
  ctx: AccountCtx,
  idText: string,
  db: Transaction = ctx.db,
): Promise<{ id: number; status: "active" | "disabled"; url: string }> {
  const id = numericId(idText);
  const select = { id: true, status: true, url: true };
  const endpoint =
    id === null || id > 2_147_483_647
      ? null
      : await db.prisma.webhookEndpoint.findUnique({ where: { id, ...tenant(ctx) }, select });
  return (
    (endpoint as { id: number; status: "active" | "disabled"; url: string } | null) ??
    fail(
      "resource_not_found",
      `There is no webhook endpoint ${idText.slice(0, 40)} in the ${ctx.environment} environment.`,
    )
  );
}

/** A disabled endpoint is sent nothing, whoever asks. */
export function requireEnabled({ status }: { status: string }): void {
  if (status !== "active") fail("conflict", "The endpoint is disabled: nothing is sent to it. Enable it first.");
}
