import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { parseOrderReference } from "#server/kernel/ids.ts";
import { textWithoutCodes } from "#server/kernel/installation.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { COLUMNS, type LoggedRequest, present, type Row } from "./search-requests.ts";

/** What a request made, or what it was about. */
export type RelatedRecord = {
  kind: "order" | "action" | "esim";
  id: number;
  /** The order that it belongs to. */
  orderId: number;
  title: string;
  iccid: string | null;
  made: boolean;
};

export type RequestRecord = LoggedRequest & {
  /** What was sent, masked and cut. */
  body: string | null;
  /** The sentence of a refusal. */
  message: string | null;
  /** Names and values, masked; null of requests of which they were not kept. */
  headers: [string, string][] | null;
  /** The beginning of what was answered, masked. */
  answer: string | null;
  related: RelatedRecord[];
};

type Exchange = Pick<RequestRecord, "body" | "message" | "answer"> & { headers: string | null };

/** One request with what it made or was about; null when there is none of this id in the environment. */
export async function findRequest(ctx: AccountCtx, requestId: string): Promise<RequestRecord | null> {
  requirePermission(ctx, "requests:read");
  const { accountId, environment } = tenant(ctx);
  const [row] = await ctx.db.query<Row & Exchange>(sql`
    select ${COLUMNS}, r.body, r.message, x.headers, x.answer
      from api_requests r join api_keys k on k.id = r.key_id left join api_exchanges x on x.id = r.id
     where r.request_id = ${requestId} and r.account_id = ${accountId} and r.environment = ${environment} limit 1`);
  if (!row) return null;
  return {
    ...present(row),
    body: row.body && textWithoutCodes(ctx, row.body),
    message: row.message,
    headers: row.headers === null ? null : JSON.parse(row.headers),
    answer: row.answer && textWithoutCodes(ctx, row.answer),
    related: await findRelated(ctx, row),
  };
}

/** By the request's id, and by what its path names; a repeated purchase names in its answer what the first one made. */
async function findRelated(ctx: AccountCtx, { requestId, path, operation, answer }: Row & Exchange) {
  const { accountId, environment } = tenant(ctx);
  const [target = ""] = path.split("?");
  const named = /\/orders\/(B2B-\d+)/.exec(target)?.[1] ?? (operation === "POST /orders" ? referenceIn(answer) : "");
  const iccid = /\/esims\/(\d{18,22})/.exec(target)?.[1] ?? null;
  return await ctx.db.query<RelatedRecord>(sql`
    select 'order' as kind, id, id as order_id, requested_quantity || ' × ' || package_name as title, null as iccid,
           request_id = ${requestId} as made
      from orders where (request_id = ${requestId} or id = ${parseOrderReference(named)}::bigint) and account_id = ${accountId} and environment = ${environment}
    union all
    select 'action', a.id, a.order_id, a.action || ', ' || a.status, e.iccid, true
      from actions a join esims e on e.id = a.esim_id
     where a.request_id = ${requestId} and a.account_id = ${accountId} and a.environment = ${environment}
    union all
    select 'esim', id, order_id, status, iccid, false
      from esims where iccid = ${iccid} and account_id = ${accountId} and environment = ${environment}
    order by made desc, id limit 100`);
}

const referenceIn = (answer: string | null): string => /"reference":"(B2B-\d+)"/.exec(answer ?? "")?.[1] ?? "";
