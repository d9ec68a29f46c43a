import { keyPrefix, parseKeyPrefix } from "#server/domain/reseller/keys/index.ts";
import { allOf } from "#server/kernel/conditions.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { type Page, type Place, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { RequestFilter } from "./request-filter.ts";

export type LoggedRequest = {
  id: number;
  requestId: string;
  keyPrefix: string;
  keyName: string;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  code: string | null;
  durationMs: number;
  ip: string;
  idempotencyKey: string | null;
  createdAt: Date;
};

export type Row = Omit<LoggedRequest, "keyPrefix"> & { environment: string; publicId: string };

export const COLUMNS: Sql = sql`
  r.id, r.request_id, r.environment, k.public_id, k.name as key_name, r.method, r.path, r.operation, r.status,
  r.code, r.duration_ms, r.ip, r.idempotency_key, r.created_at`;

/** Requests to the API with a key of the account, newest first; every filter has an index that ends with the time. */
export async function searchRequests(
  ctx: AccountCtx,
  { limit, beforeId, ...filter }: RequestFilter & Place,
): Promise<Page<LoggedRequest>> {
  requirePermission(ctx, "requests:read");
  const { accountId, environment } = tenant(ctx);
  const keyId = await findKeyId(ctx, filter);
  if (keyId === null) return toPage<LoggedRequest>([], limit);
  const rows = await ctx.db.query<Row>(sql`
    select ${COLUMNS}
      from api_requests r join api_keys k on k.id = r.key_id
     where r.account_id = ${accountId} and r.environment = ${environment} and ${conditions(filter, keyId, beforeId)}
     order by r.created_at desc, r.id desc limit ${limit + 1}::int`);
  return toPage(rows.map(present), limit);
}

export const present = ({ environment, publicId, ...request }: Row): LoggedRequest => ({
  ...request,
  keyPrefix: keyPrefix(environment, publicId),
});

/** Which key is meant, before any request is read; null when the account has none of this prefix. */
async function findKeyId(ctx: AccountCtx, { key: prefix }: RequestFilter): Promise<number | null | undefined> {
  if (prefix === undefined) return undefined;
  const publicId = parseKeyPrefix(prefix) ?? "";
  const { accountId } = tenant(ctx);
  const key = await ctx.db.prisma.apiKey.findUnique({ where: { publicId, accountId }, select: { id: true } });
  return key?.id ?? null;
}

function conditions(filter: RequestFilter, keyId: number | undefined, beforeId: number | undefined): Sql {
  const { search, kind, method, operation, code, address, idempotency, from, to } = filter;
  return allOf<RequestFilter>({
    before:
      beforeId !== undefined &&
      sql`(r.created_at, r.id) < ((select created_at from api_requests where id = ${beforeId}), ${beforeId}::bigint)`,
    search: search !== undefined && sql`r.request_id = ${search}`,
    kind: kind !== undefined && sql`r.code is not null`,
    method: method !== undefined && asked(method, operation),
    operation: operation !== undefined && sql`r.operation = ${operation}`,
    code: code !== undefined && sql`r.code = ${code}`,
    key: keyId !== undefined && sql`r.key_id = ${keyId}`,
    address: address !== undefined && sql`r.ip = ${address}`,
    idempotency: idempotency !== undefined && sql`r.idempotency_key = ${idempotency}`,
    from: from !== undefined && sql`r.created_at >= ${from}`,
    to: to !== undefined && sql`r.created_at < ${to}`,
  });
}

/** An operation is of one method: another one has no requests. What changes something has an index of its own. */
function asked(method: string, operation: string | undefined): Sql {
  if (operation !== undefined && !operation.startsWith(`${method} `)) return sql`false`;
  return method === "GET" ? sql`r.method = 'GET'` : sql`r.method <> 'GET' and r.method = ${method}`;
}
