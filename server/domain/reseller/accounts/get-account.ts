import type { AccountCtx, Ctx, Environment } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import type { Account } from "./account.ts";
import { readDataVersions } from "./read-data-versions.ts";

const include = { wallet: true } as const;

/** @param code such as `ACC-7K3M2PQ9` */
export async function getAccount(ctx: Ctx, code: string): Promise<Account> {
  const account = await ctx.db.prisma.account.findUnique({ where: { code }, include });
  return (account as Account | null) ?? fail("resource_not_found", `There is no account with the code ${code}.`);
}

export async function listAccounts(ctx: Ctx): Promise<Account[]> {
  requireOperator(ctx, "platform:read");
  return (await ctx.db.prisma.account.findMany({ include, orderBy: { id: "asc" } })) as Account[];
}

/** Binds a platform context to an account, for commands and jobs that act in its name. */
export async function enterAccount(ctx: Ctx, code: string, environment: Environment): Promise<AccountCtx> {
  const [{ id, currency, status, testEnabled, liveEnabled }, versions] = await Promise.all([
    getAccount(ctx, code),
    readDataVersions(ctx.db),
  ]);
  return {
    ...ctx,
    account: { id, code, currency, status: status as AccountCtx["account"]["status"], testEnabled, liveEnabled },
    environment,
    versions,
  };
}
