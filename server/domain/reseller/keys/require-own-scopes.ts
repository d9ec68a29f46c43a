import { roleOf } from "#server/kernel/actor.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { beyondRole, isScope, type Scope } from "#server/kernel/scopes.ts";

/** Scopes of a key that the role has not itself; the platform has all. */
export const scopesBeyond = (ctx: Ctx, key: { environment: string; scopes: readonly string[] }): Scope[] =>
  key.scopes.filter(isScope).filter((scope) => beyondRole(roleOf(ctx.actor), key.environment, scope) !== null);

/** A key is power that is handed on: whoever makes, changes or rotates one has everything that it may do. */
export function requireOwnScopes(ctx: Ctx, key: { environment: string; scopes: readonly string[] }): void {
  const scopes = scopesBeyond(ctx, key);
  if (scopes.length === 0) return;
  fail(
    "access_denied",
    `Your role (${roleOf(ctx.actor)}) does not include everything that this key may do: ${scopes.join(", ")}. An owner or admin of the team can do it.`,
    { field: "scopes", scopes },
  );
}
