import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { getBrand, storefrontUrl } from "#server/domain/reseller/brand/index.ts";
import { getEsim, getSuccession, isFinal } from "#server/domain/selling/esims/index.ts";
import { type AccountCtx, type Ctx, tenant } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import { newRecoveryCode } from "#server/kernel/ids.ts";
import { enqueue, type JobPayloads } from "#server/kernel/jobs.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { createLink, type StoreLink, VALID_FOR } from "./links.ts";
import { toLanguage } from "./mails/language.ts";
import { sendMagicLink } from "./mails/send-store-mail.ts";
import { getOwnedEsim } from "./read-purchases.ts";

/** A second request within these is the same one. */
const ONE_IN = 2 * MINUTE;
/** What strangers can make a shop send: to one address, and to all together. */
const MOST_A_DAY = 6;
const MOST_OF_SHOP = { links: 200, per: HOUR };

/**
 * Somebody wants a link to everything that was bought with an address. Does the same whoever asks: whether anything was is looked
 * up by the job, so that neither the answer nor how long it takes tells who is a customer.
 */
export async function requestMagicLink(
  { db, account, environment }: AccountCtx,
  { email, locale }: { email: string; locale: string },
): Promise<void> {
  const address = email.trim().toLowerCase();
  if (!isEmail(address)) return;
  await enqueue(db, "send-magic-link", { accountCode: account.code, environment, email: address, locale });
}

/** The job: sends it, where anything was bought. */
export async function mailMagicLink(
  platform: Ctx,
  { accountCode, email: address, locale, ...of }: JobPayloads["send-magic-link"],
): Promise<void> {
  const ctx = await enterAccount(platform, accountCode, of.environment);
  const { accountId, environment } = tenant(ctx);
  const owned = await ctx.db.query(sql`
    select from checkouts c
     where c.account_id = ${accountId} and c.environment = ${environment} and c.email = ${address} and c.paid_at is not null
    union all
    select from gifts g join checkouts c on c.id = g.checkout_id
     where g.email = ${address} and g.sent_at is not null and c.account_id = ${accountId} and c.environment = ${environment} limit 1`);
  if (owned.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    // Of many requests at once each sees the mails of those before it.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`magic-link:${accountId}:${environment}`}))`);
    if (await mayBeSent(tx, ctx, address)) await sendMagicLink(tx, ctx, address, locale);
  });
}

async function mayBeSent(tx: Transaction, ctx: AccountCtx, address: string): Promise<boolean> {
  const { accountId, environment } = tenant(ctx);
  const now = ctx.clock.now();
  const mails = sql`mails where account_id = ${accountId} and environment = ${environment}`;
  const { recent, today, shop } = one(
    await tx.query<{ recent: boolean; today: number; shop: number }>(sql`
      select coalesce(max(created_at) > ${after(now, -ONE_IN)}, false) as recent, count(*) as today,
             (select count(*) from (select kind, created_at from ${mails} order by id desc limit 1000) m
               where kind = 'magic-link' and created_at > ${after(now, -MOST_OF_SHOP.per)}) as shop
        from ${mails} and recipient = ${address} and kind = 'magic-link' and created_at > ${after(now, -DAY)}`),
  );
  return !recent && today < MOST_A_DAY && shop < MOST_OF_SHOP.links;
}

/** A link for somebody who travels along: it shows what is left, and how to install it only to who has the code. */
export async function shareEsim(
  ctx: AccountCtx,
  link: StoreLink,
  esimId: number,
): Promise<{ token: string; code: string }> {
  const { esim, isReplaced } = await getOwnedEsim(ctx, link, esimId);
  if (isReplaced) failReplaced();
  return await openShare(ctx.db, ctx, esim.id);
}

export type SharedLink = { url: string; code: string; expiresAt: Date };

/** The same for staff: a page of their brand for the traveller who is to have the eSIM. Link and code are shown once. */
export async function shareForTraveller(ctx: AccountCtx, iccid: string): Promise<SharedLink> {
  requirePermission(ctx, "esims:manage");
  const esim = await getEsim(ctx, iccid);
  if (isFinal(esim.status)) fail("conflict", `The eSIM is ${esim.status}: there is nothing to install any more.`);
  if ((await getSuccession(ctx, esim)).isReplaced) failReplaced();
  const brand = { ...(await getBrand(ctx)), environment: ctx.environment };
  const { token, code } = await ctx.db.transaction(async (tx) => {
    await recordAudit(tx, ctx, { act: "esim.share", accountId: ctx.account.id, subject: iccid });
    return await openShare(tx, ctx, esim.id);
  });
  const url = `${storefrontUrl(brand)}/${toLanguage(brand.locale)}/share/${token}`;
  return { url, code, expiresAt: after(ctx.clock.now(), VALID_FOR.share) };
}

const failReplaced = () =>
  fail("conflict", "The eSIM did not connect and another one takes its place: share that one.");

async function openShare(tx: Transaction, ctx: AccountCtx, esimId: number): Promise<{ token: string; code: string }> {
  const code = newRecoveryCode().slice(0, 9);
  const token = await createLink(tx, ctx, { kind: "share", esimId, code: code.replace("-", "") });
  return { token, code };
}

export type OpenShares = { count: number; lastMadeAt: Date | null };

/** Links of an eSIM that still show it, whoever made them. What they are is not known any more. */
export async function countShares(ctx: AccountCtx, iccid: string): Promise<OpenShares> {
  requirePermission(ctx, "esims:manage");
  const { id } = await getEsim(ctx, iccid);
  const { _count, _max } = await ctx.db.prisma.storeLink.aggregate({
    where: { ...sharesOf(ctx, id), expiresAt: { gt: ctx.clock.now() } },
    _count: true,
    _max: { createdAt: true },
  });
  return { count: _count, lastMadeAt: _max.createdAt };
}

/** Ends them at once. What somebody has installed or written down meanwhile stays with them. */
export async function withdrawShares(ctx: AccountCtx, iccid: string): Promise<void> {
  requirePermission(ctx, "esims:manage");
  const { id } = await getEsim(ctx, iccid);
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.storeLink.deleteMany({ where: sharesOf(ctx, id) });
    if (count === 0) return;
    await recordAudit(tx, ctx, {
      act: "esim.unshare",
      accountId: ctx.account.id,
      subject: iccid,
      details: { links: count },
    });
  });
}

const sharesOf = (ctx: AccountCtx, esimId: number) => ({ ...tenant(ctx), kind: "share", esimId });
