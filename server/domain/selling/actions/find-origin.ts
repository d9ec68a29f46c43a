import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** Who wants it and knows it under which name. */
export type Origin = {
  /** Of the order that it is about. */
  order: string;
  clientReference: string | null;
  packageCode: string;
  /** An API key by name, a person, or the shop. */
  orderedBy: string;
  requestId: string;
  /** The purchase in a shop, and the traveller's address. */
  saleNumber: string | null;
};

/** The order behind a reference of ours. */
export async function findOrigin(ctx: Ctx, reference: string): Promise<Origin | null> {
  requireOperator(ctx, "platform:read");
  const [origin] = await ctx.db.query<Omit<Origin, "orderedBy"> & { keyName: string | null; keyId: string | null }>(sql`
    select 'B2B-' || o.id as "order", o.client_reference, p.package_id as package_code, coalesce(x.request_id, o.request_id) as request_id,
           c.number as sale_number, k.name as key_name, k.public_id as key_id
      from (select s.order_id, null::bigint as action_id, null::text as request_id from supplier_orders s where s.reference = ${reference}
            union all select t.order_id, t.id, t.request_id from actions t where t.reference = ${reference}) x
      join orders o on o.id = x.order_id join packages p on p.id = o.package_id
      left join checkouts c on x.action_id is null and c.id = (select l.checkout_id from sale_lines l where l.order_id = o.id) or c.action_id = x.action_id
      left join lateral (select key_id from api_requests r where r.request_id = coalesce(x.request_id, o.request_id) limit 1) r on true
      left join api_keys k on k.id = r.key_id`);
  if (!origin) return null;
  const { keyName, keyId, ...rest } = origin;
  const orderedBy = rest.saleNumber
    ? "A traveller, in the shop"
    : keyName !== null
      ? `API key ${keyName || keyId}`
      : "Somebody in the portal";
  return { ...rest, orderedBy };
}
