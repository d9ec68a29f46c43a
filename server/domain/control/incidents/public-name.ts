import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Component, listComponents, requireNeutral } from "./component.ts";
import { forgetStatus } from "./public-status.ts";

/** What the status page calls a supplier. Empty: "Network" and its number. */
export async function setPublicName(ctx: Ctx, supplier: string, name: string): Promise<void> {
  requireOperator(ctx, "incidents:manage");
  await requireNeutral(ctx.db, { name });
  const others = (await listComponents(ctx.db)).filter((component) => component.supplier !== supplier);
  if (others.some((component) => component.name.toLowerCase() === name.toLowerCase()))
    fail("validation_error", `Something else is called "${name}" on the status page.`, { field: "name" });
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.supplier.updateMany({
      where: { code: supplier },
      data: { publicName: name === "" ? null : name },
    });
    if (count === 0) fail("resource_not_found", `There is no supplier "${supplier}".`);
    await recordAudit(tx, ctx, { act: "status.name", subject: supplier, details: { name } });
  });
  await forgetStatus();
}

/** Everything that an incident can be about, with whom a network's name stands for. */
export async function listIncidentParts(
  ctx: Ctx,
): Promise<(Component & { supplier?: string; supplierName?: string })[]> {
  requireOperator(ctx, "platform:read");
  return await listComponents(ctx.db);
}
