import { keyPrefix } from "#server/domain/reseller/keys/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

export type RequestChoices = { operations: string[]; codes: string[]; keys: { prefix: string; name: string }[] };

/** What the log can be narrowed to: operations and codes that occur in it, read by leaps through their indexes, and the keys. */
export async function listRequestChoices(ctx: AccountCtx): Promise<RequestChoices> {
  requirePermission(ctx, "requests:read");
  const { accountId, environment } = tenant(ctx);
  const [operations, codes, keys] = await Promise.all([
    ctx.db.query<{ value: string }>(sql`
      with recursive leap as (
        (select operation from api_requests
          where account_id = ${accountId} and environment = ${environment} and operation is not null order by operation limit 1)
        union all
        select (select r.operation from api_requests r
                 where r.account_id = ${accountId} and r.environment = ${environment} and r.operation > leap.operation order by r.operation limit 1)
          from leap where leap.operation is not null
      )
      select operation as value from leap where operation is not null`),
    ctx.db.query<{ value: string }>(sql`
      with recursive leap as (
        (select code from api_requests
          where account_id = ${accountId} and environment = ${environment} and code is not null order by code limit 1)
        union all
        select (select r.code from api_requests r
                 where r.account_id = ${accountId} and r.environment = ${environment} and r.code > leap.code and r.code is not null
                 order by r.code limit 1)
          from leap where leap.code is not null
      )
      select code as value from leap where code is not null`),
    ctx.db.prisma.apiKey.findMany({ where: tenant(ctx), orderBy: { id: "desc" }, take: 200 }),
  ]);
  return {
    operations: operations.map(({ value }) => value),
    codes: codes.map(({ value }) => value),
    keys: keys.map(({ publicId, name }) => ({ prefix: keyPrefix(environment, publicId), name })),
  };
}
