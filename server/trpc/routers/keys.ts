import { z } from "zod";
import { createKey, listKeys, revokeKey, rotateKey } from "#server/domain/keys/index.ts";
import { countKeyRequests } from "#server/domain/request-log/index.ts";
import { SCOPE_MODULES, SCOPES, type Scope } from "#server/kernel/scopes.ts";
import { DAY, HOUR } from "#server/kernel/time.ts";
import { router, staffProcedure } from "../trpc.ts";

const Prefix = z.string().max(30);

const NewKey = z.object({
  name: z.string().trim().min(1, "Give the key a name that says where it is used.").max(80),
  scopes: z.array(z.enum(SCOPES as [Scope, ...Scope[]])).min(1, "Choose at least one scope."),
  allowedIps: z.array(z.string().max(60)).max(50),
  requireHmac: z.boolean(),
  expiresInDays: z.number().int().min(1).max(1_825).nullable(),
});

export const keysRouter = router({
  list: staffProcedure.query(async ({ ctx }) => {
    const keys = await listKeys(ctx, ctx.account.code);
    const traffic = await countKeyRequests(
      ctx,
      keys.map(({ id }) => id),
    );
    return keys.map((key) => ({ ...key, traffic: traffic.get(key.id) ?? { requests: 0, errors: 0 } }));
  }),
  /** What the form offers: every scope with its risk, and the address that the person comes from. */
  options: staffProcedure.query(({ ctx }) => ({
    modules: SCOPE_MODULES.map(({ code, name, scopes }) => ({ code, name, scopes: [...scopes] })),
    yourAddress: ctx.client.ip,
  })),
  create: staffProcedure.input(NewKey).mutation(({ ctx, input: { expiresInDays, ...input } }) =>
    createKey(ctx, ctx.account.code, {
      ...input,
      environment: ctx.environment,
      expiresAt: expiresInDays === null ? undefined : new Date(ctx.clock.now().getTime() + expiresInDays * DAY),
    }),
  ),
  rotate: staffProcedure
    .input(z.object({ prefix: Prefix, overlapHours: z.number().int().min(0).max(720) }))
    .mutation(({ ctx, input }) => rotateKey(ctx, { prefix: input.prefix, overlapMs: input.overlapHours * HOUR })),
  revoke: staffProcedure.input(z.object({ prefix: Prefix })).mutation(({ ctx, input }) => revokeKey(ctx, input.prefix)),
});
