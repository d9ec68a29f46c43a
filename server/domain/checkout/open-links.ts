import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { newRecoveryCode } from "#server/kernel/ids.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { createLink, type StoreLink } from "./links.ts";
import { sendMagicLink } from "./mails/send-store-mail.ts";
import { getOwnedEsim } from "./read-purchases.ts";

/** A second request within these is the same one. */
const ONE_IN = 2 * MINUTE;

/** Sends a link to everything that was bought with an address. What is answered does not say whether anything was. */
export async function requestMagicLink(
  ctx: AccountCtx,
  { email, locale }: { email: string; locale: string },
): Promise<void> {
  const address = email.trim().toLowerCase();
  const { account, environment } = ctx;
  const [known] = await ctx.db.query<{ recent: boolean }>(sql`
    select exists (select from mails where account_id = ${account.id} and environment = ${environment} and kind = 'magic-link' and recipient = ${address}
                     and created_at > ${after(ctx.clock.now(), -ONE_IN)}) as recent
      from checkouts where account_id = ${account.id} and environment = ${environment} and email = ${address} and order_id is not null limit 1`);
  if (known && !known.recent) await ctx.db.transaction((tx) => sendMagicLink(tx, ctx, address, locale));
}

/** A link for somebody who travels along: it shows what is left, and how to install it only to who has the code. */
export async function shareEsim(
  ctx: AccountCtx,
  link: StoreLink,
  esimId: number,
): Promise<{ token: string; code: string }> {
  const { esim } = await getOwnedEsim(ctx, link, esimId);
  const code = newRecoveryCode().slice(0, 9);
  const token = await createLink(ctx.db, ctx, { kind: "share", esimId: esim.id, code: code.replace("-", "") });
  return { token, code };
}
