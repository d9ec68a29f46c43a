import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { CREDENTIALS } from "./credentials.ts";
import { knownSupplier } from "./open-supplier.ts";
import { tryCredentials } from "./registry.ts";

/** Where our access to a supplier comes from; never what it is. */
export type CredentialState = {
  name: string;
  source: "operator" | "environment" | "missing";
  changedBy: string | null;
  changedAt: Date | null;
};

export async function listCredentials(ctx: Ctx, code: string): Promise<CredentialState[]> {
  requireOperator(ctx, "platform:read");
  const supplier = knownSupplier(code);
  const entered = await ctx.db.prisma.supplierCredential.findMany({
    where: { supplierCode: supplier },
    select: { name: true, changedBy: true, changedAt: true },
  });
  return CREDENTIALS[supplier].map((name): CredentialState => {
    const own = entered.find((one) => one.name === name);
    if (own) return { ...own, source: "operator" };
    const source = env().suppliers[supplier]?.[name] ? "environment" : "missing";
    return { name, source, changedBy: null, changedAt: null };
  });
}

const MOST_CHARACTERS = 500;

/** New access to a supplier: tried before it is kept, kept encrypted, in force for the next call of every process. */
export async function setCredentials(ctx: Ctx, code: string, values: Record<string, string>): Promise<void> {
  requireOperator(ctx, "suppliers:manage");
  const supplier = knownSupplier(code);
  const entries = CREDENTIALS[supplier].map((name) => [name, values[name]?.trim() ?? ""] as const);
  for (const [name, value] of entries)
    if (!/^[\x21-\x7e]+$/.test(value) || value.length > MOST_CHARACTERS)
      fail("validation_error", "Enter it as the supplier gives it: letters, digits and signs without spaces.", {
        field: name,
      });
  const refusal = await tryCredentials(ctx, supplier, Object.fromEntries(entries));
  if (refusal !== null)
    fail("validation_error", `The supplier was asked for our wallet with this and did not give it: ${refusal}.`, {
      field: entries[0]![0],
    });
  await ctx.db.transaction(async (tx) => {
    for (const [name, value] of entries) {
      const key = { supplierCode: supplier, name };
      const data = { value: encrypt(value), changedBy: ctx.actor.name, changedAt: ctx.clock.now() };
      await tx.prisma.supplierCredential.upsert({
        where: { supplierCode_name: key },
        create: { ...key, ...data },
        update: data,
      });
    }
    await recordAudit(tx, ctx, { act: "supplier.credentials_set", subject: supplier });
  });
}

/** Back to what the environment says. */
export async function removeCredentials(ctx: Ctx, code: string): Promise<void> {
  requireOperator(ctx, "suppliers:manage");
  const supplier = knownSupplier(code);
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.supplierCredential.deleteMany({ where: { supplierCode: supplier } });
    if (count === 0) fail("conflict", "No credentials were entered for this supplier.");
    await recordAudit(tx, ctx, { act: "supplier.credentials_remove", subject: supplier });
  });
}
