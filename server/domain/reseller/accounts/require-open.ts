import type { AccountCtx, AccountFacts, Environment } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";

type Place = { account: Pick<AccountFacts, "status" | "testEnabled" | "liveEnabled">; environment: Environment };

/** What has been closed is left as it is, by whatever way somebody comes. */
export function requireActive({ account }: { account: Pick<AccountFacts, "status"> }): void {
  if (account.status !== "active") fail("access_denied", "This account is closed.");
}

/** Nothing is bought for an account that was closed, nor in an environment that was switched off. */
export function requireOpen({ account, environment }: Place): void {
  requireActive({ account });
  if (!(environment === "test" ? account.testEnabled : account.liveEnabled))
    fail("access_denied", `The ${environment} environment is switched off for this account.`);
}

/** No money is taken from somebody whom nobody has looked at; who was live once can always pay what is owed. */
export async function requireLiveOnce({ db, account: { id } }: AccountCtx): Promise<void> {
  const waiting = await db.prisma.account.count({ where: { id, liveSince: null } });
  if (waiting > 0)
    fail("conflict", "Your wallet can be funded once your account is live. Ask to go live on the overview.");
}
