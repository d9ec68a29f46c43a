import type { Actor } from "#server/kernel/actor.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { isAllowed, type Permission } from "#server/kernel/permissions.ts";
import type { Role } from "#server/kernel/roles.ts";
import { parseKeyPrefix } from "./key-format.ts";

/**
 * For what stays when it is done, where something was waited for that can take seconds: a name server, the payment provider, another cell. The
 * request knew role and key as they stood when it began; whoever acts is held against what is in force now. To be called
 * behind the last lock.
 *
 * @returns who acts, with the role in force
 */
export async function requireInForce(
  tx: Transaction,
  { actor, clock }: Pick<Ctx, "actor" | "clock">,
  accountId: number,
  permission: Permission,
): Promise<Actor> {
  if (actor.kind === "staff") {
    const [own] = await tx.prisma.membership.findMany({
      where: { accountId, user: { email: actor.name } },
      select: { role: true },
    });
    if (!own || !isAllowed(own.role as Role, permission))
      return fail(
        "access_denied",
        "Your role on this team was changed a moment ago, and does not include this any more.",
      );
    return { ...actor, role: own.role as Role };
  }
  if (actor.kind === "key") {
    const publicId = parseKeyPrefix(actor.name)!;
    const isUsable = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] };
    if ((await tx.prisma.apiKey.count({ where: { publicId, accountId, ...isUsable } })) === 0)
      fail("authentication_failed", "The API key was revoked, or has expired, while the request was under way.");
  }
  return actor;
}
