import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { readReadable } from "#server/kernel/ids.ts";
import { CHECKOUT_COLUMNS, type Checkout } from "./checkout.ts";

/** `k3m2p q97hx`, `K3M2PQ97HX` → `K3M2P-Q97HX`, and what is often read for its letters; null when it cannot be an order number. */
export function parseSaleNumber(text: string): string | null {
  const said = readReadable(text);
  return /^[A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{9}$/.test(said) ? `${said.slice(0, 5)}-${said.slice(5)}` : null;
}

/** The purchase of an order number in the account; another's does not exist. */
export async function getSaleCheckout(ctx: AccountCtx, number: string): Promise<Checkout> {
  const { accountId, environment } = tenant(ctx);
  const [checkout] = await ctx.db.query<Checkout>(sql`
    select ${CHECKOUT_COLUMNS} from checkouts c join accounts a on a.id = c.account_id
     where c.number = ${parseSaleNumber(number) ?? ""} and c.account_id = ${accountId} and c.environment = ${environment}`);
  return checkout ?? fail("resource_not_found", "There is no sale with this order number.");
}
