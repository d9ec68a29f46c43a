import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { sql } from "#server/kernel/db.ts";
import { seesInstallation } from "#server/kernel/installation.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

export type OutboxMail = {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  /** Null once it has been kept for long enough, and for roles that see no codes: mails carry them, and links to them. */
  text: string | null;
  /** Of a test shop, to somebody who is not on the team: it is here and was sent to nobody. */
  heldBack: boolean;
  sentAt: Date | null;
  lastError: string | null;
  createdAt: Date;
  /** Of the purchase that it is about: the sale's number. */
  sale: string | null;
  /** Of the order whose eSIMs staff sent with it. */
  orderId: number | null;
};

const COLUMNS = sql`
  id, kind, recipient, subject, text, held_back, sent_at, last_error, created_at,
  (select c.number from checkouts c where c.id = mails.checkout_id) as sale,
  (select h.order_id from handovers h where h.mail_id = mails.id limit 1) as order_id`;

type Row = Omit<OutboxMail, "text"> & { text: Uint8Array | null };

/** What a storefront wrote to travellers, newest first. */
export async function listBrandMails(
  ctx: AccountCtx,
  { limit, beforeId }: { limit: number; beforeId?: number },
): Promise<Page<OutboxMail>> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<Row>(sql`
    select ${COLUMNS} from mails
     where account_id = ${accountId} and environment = ${environment} and kept and id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
     order by id desc limit ${limit + 1}`);
  return toPage(
    rows.map((row) => readable(ctx, row)),
    limit,
  );
}

/** What it wrote about one purchase, newest first. */
export async function listPurchaseMails(ctx: AccountCtx, checkoutId: number): Promise<OutboxMail[]> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<Row>(sql`
    select ${COLUMNS} from mails
     where checkout_id = ${checkoutId} and account_id = ${accountId} and environment = ${environment} and kept order by id desc limit 100`);
  return rows.map((row) => readable(ctx, row));
}

const readable = (ctx: AccountCtx, row: Row): OutboxMail => ({
  ...row,
  text: row.text && seesInstallation(ctx) ? decrypt(row.text) : null,
});
