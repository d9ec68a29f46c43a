import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { keyedHash, keyedHashes, matchesHash } from "#server/kernel/crypto.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";

/** What a link opens: one purchase, everything bought with an address, or one eSIM that was shared. */
export type LinkTarget =
  | { kind: "purchase"; checkoutId: number }
  | { kind: "person"; email: string }
  | { kind: "share"; esimId: number; code: string };

export type StoreLink = {
  kind: LinkTarget["kind"];
  checkoutId: number | null;
  email: string | null;
  esimId: number | null;
  codeHash: Uint8Array | null;
  expiresAt: Date;
};

export const VALID_FOR = { purchase: 180 * DAY, person: 24 * HOUR, share: 30 * DAY };
/** After so many wrong codes a shared link shows no activation code any more. */
const MAX_FAILURES = 10;

const hash = (kind: "link" | "code", text: string) => Buffer.from(keyedHash("storefront-links", `${kind}:${text}`));
/** What a link may be stored under: its key may have been replaced since. */
const hashesOf = (token: string) => keyedHashes("storefront-links", `link:${token}`).map((hash) => Buffer.from(hash));

/** A new link; the token is returned here and kept nowhere. 256 bits: it cannot be guessed. */
export async function createLink(tx: Transaction, ctx: AccountCtx, target: LinkTarget): Promise<string> {
  const token = randomBase62(43);
  const { accountId, environment } = tenant(ctx);
  const at = ctx.clock.now();
  await tx.query(sql`
    insert into store_links (token_hash, account_id, environment, kind, checkout_id, email, esim_id, code_hash, created_at, expires_at)
    values (${hash("link", token)}, ${accountId}, ${environment}, ${target.kind}, ${target.kind === "purchase" ? target.checkoutId : null},
            ${target.kind === "person" ? target.email : null}, ${target.kind === "share" ? target.esimId : null},
            ${target.kind === "share" ? hash("code", token + target.code) : null}, ${at}, ${after(at, VALID_FOR[target.kind])})`);
  return token;
}

/** A link of this storefront that is still open; of another's, unknown and expired ones there is no telling apart. */
export async function getLink(ctx: AccountCtx, token: string): Promise<StoreLink> {
  const { accountId, environment } = tenant(ctx);
  const [link] = await ctx.db.query<StoreLink>(sql`
    select kind, checkout_id, email, esim_id, code_hash, expires_at from store_links
     where token_hash = any (${hashesOf(token)}::bytea[]) and account_id = ${accountId} and environment = ${environment} and expires_at > ${ctx.clock.now()}`);
  return link ?? fail("resource_not_found", "This link is not known here, or it is too old.");
}

/**
 * Whether the access code of a shared eSIM is right. A try is counted before it is looked at, so that many at once are no
 * more than ten; after ten wrong ones the link never shows the code.
 */
export async function tryAccessCode(ctx: AccountCtx, token: string, code: string): Promise<boolean> {
  const { codeHash } = await getLink(ctx, token);
  const link = sql`token_hash = any (${hashesOf(token)}::bytea[])`;
  const counted = await ctx.db.query(
    sql`update store_links set failures = failures + 1 where ${link} and failures < ${MAX_FAILURES} returning failures`,
  );
  if (!codeHash || counted.length === 0) return false;
  const given = `code:${token}${code.replace(/[^0-9A-Z]/gi, "").toUpperCase()}`;
  if (!matchesHash("storefront-links", codeHash, given)) return false;
  await ctx.db.query(sql`update store_links set failures = failures - 1 where ${link}`);
  return true;
}
