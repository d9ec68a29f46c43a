import { z } from "zod";
import {
  changeKey,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  scopesBeyond,
} from "#server/domain/reseller/keys/index.ts";
import { readTerms, setTerms } from "#server/domain/reseller/mcp/index.ts";
import { countKeyRequests, listKeyOperations, listTraffic } from "#server/domain/reseller/request-log/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { beyondRole, SCOPE_MODULES, SCOPES, type Scope } from "#server/kernel/scopes.ts";
import { DAY, HOUR } from "#server/kernel/time.ts";
import { present, readAmount } from "../present.ts";
import { confirmedStaffProcedure, router, staffProcedure } from "../trpc.ts";

const Prefix = z.string().max(30);

const Days = z.number().int().min(1).max(1_825).nullable();

const Settings = z.object({
  name: z.string().trim().min(1, "Give the key a name that says where it is used.").max(80),
  allowedIps: z.array(z.string().max(60)).max(50),
});

const NewKey = Settings.extend({
  scopes: z.array(z.enum(SCOPES as [Scope, ...Scope[]])).min(1, "Choose at least one scope."),
  requireHmac: z.boolean(),
  expiresInDays: Days,
});

/** Days from now; null for never. */
const toEnd = (now: Date, days: number | null): Date | null =>
  days === null ? null : new Date(now.getTime() + days * DAY);

export const keysRouter = router({
  list: staffProcedure.query(async ({ ctx }) => {
    const keys = await listKeys(ctx, ctx.account.code);
    const traffic = await countKeyRequests(
      ctx,
      keys.map(({ id }) => id),
    );
    return keys.map((key) => ({
      ...key,
      traffic: traffic.get(key.id) ?? { requests: 0, errors: 0 },
      /** What the viewer's role could not give: such a key they can only revoke. */
      beyond: scopesBeyond(ctx, key),
    }));
  }),
  /** What the form offers: every scope with its risk and why the role cannot give it, and the address the person comes from. */
  options: staffProcedure.query(({ ctx }) => ({
    modules: SCOPE_MODULES.map(({ code, name, scopes }) => ({
      code,
      name,
      scopes: scopes.map((scope) => ({ ...scope, beyond: beyondRole(ctx.role, ctx.environment, scope.code) })),
    })),
    yourAddress: ctx.client.ip,
  })),
  create: confirmedStaffProcedure("keys:manage")
    .input(NewKey)
    .mutation(({ ctx, input: { expiresInDays, ...input } }) =>
      createKey(ctx, ctx.account.code, {
        ...input,
        environment: ctx.environment,
        expiresAt: toEnd(ctx.clock.now(), expiresInDays) ?? undefined,
      }),
    ),
  /** Without a number of days the key ends when it did. */
  change: confirmedStaffProcedure("keys:manage")
    .input(Settings.extend({ prefix: Prefix, expiresInDays: Days.optional() }))
    .mutation(({ ctx, input: { prefix, expiresInDays, ...change } }) => {
      const expiresAt = expiresInDays === undefined ? undefined : toEnd(ctx.clock.now(), expiresInDays);
      return changeKey(ctx, prefix, { ...change, expiresAt });
    }),
  /** The last 24 hours of one key: by the hour and by operation. */
  usage: staffProcedure.input(z.object({ prefix: Prefix })).query(async ({ ctx, input }) => {
    const key = (await listKeys(ctx, ctx.account.code)).find(({ keyPrefix }) => keyPrefix === input.prefix);
    if (!key) return fail("resource_not_found", "There is no key with this prefix in this environment.");
    const [traffic, operations] = await Promise.all([listTraffic(ctx, key.id), listKeyOperations(ctx, key.id)]);
    return { traffic, operations };
  }),
  /** What the key may do over MCP beside reading, and what it did today. */
  mcp: staffProcedure
    .input(z.object({ prefix: Prefix }))
    .query(async ({ ctx, input }) => present(await readTerms(ctx, input.prefix))),
  /** Null: it reads only. */
  setMcp: confirmedStaffProcedure("keys:manage")
    .input(
      z.object({ prefix: Prefix, terms: z.object({ dailyActs: z.int(), dailyAmount: z.string().max(30) }).nullable() }),
    )
    .mutation(({ ctx, input: { prefix, terms } }) =>
      setTerms(ctx, prefix, terms && { ...terms, dailyAmount: readAmount(terms.dailyAmount, "dailyAmount", 2) }),
    ),
  rotate: confirmedStaffProcedure("keys:manage")
    .input(z.object({ prefix: Prefix, overlapHours: z.number().int().min(0).max(720) }))
    .mutation(({ ctx, input }) => rotateKey(ctx, { prefix: input.prefix, overlapMs: input.overlapHours * HOUR })),
  revoke: staffProcedure.input(z.object({ prefix: Prefix })).mutation(({ ctx, input }) => revokeKey(ctx, input.prefix)),
});
