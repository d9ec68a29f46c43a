import type { Prisma } from "#generated/prisma/client.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import { withNames } from "#server/domain/reseller/names/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail, isServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { checkDomain, type DomainCheck, proofName } from "./check-domain.ts";
import { getBrand } from "./get-brand.ts";
import { shopsOrigin } from "./own-host.ts";

/** What has to be entered at the DNS provider, how it stands, and what is wrong with it. */
export type DomainSetup = {
  domain: string;
  status: "pending" | "verified";
  fault: string | null;
  checkedAt: Date | null;
  records: { type: "TXT" | "CNAME"; name: string; value: string; purpose: "proof" | "traffic" }[];
};

type Claim = { accountId: number; domain: string; token: string; verifiedAt: Date | null };

/** A claim that was just made is looked at often, an old one daily like every verified domain. */
const OFTEN = { every: 5 * MINUTE, for: 2 * DAY };
const MOST = 200;

/** The live brand's domain. The test environment has none of its own: only live storefronts are reached by domain. */
export async function getDomainSetup(ctx: AccountCtx): Promise<DomainSetup | null> {
  const { customDomain: domain, ...brand } = await getBrand({ ...ctx, environment: "live" });
  if (!domain) return null;
  return {
    domain,
    status: brand.domainVerifiedAt ? "verified" : "pending",
    fault: brand.domainFault,
    checkedAt: brand.domainCheckedAt,
    records: [
      { type: "TXT", name: proofName(domain), value: brand.domainToken, purpose: "proof" },
      { type: "CNAME", name: domain, value: new URL(shopsOrigin()).hostname, purpose: "traffic" },
    ],
  };
}

/** Looks now, for staff who have just entered the record. */
export async function verifyDomain(ctx: AccountCtx): Promise<DomainSetup> {
  requirePermission(ctx, "brand:manage");
  const [claim] = await listClaims(ctx.db, { accountId: ctx.account.id });
  if (!claim) return fail("conflict", "The brand has no domain of its own. Enter one first.");
  await verify(ctx, claim);
  return (await getDomainSetup(ctx))!;
}

/** The schedule: claims that wait, and verified domains once a day. Returns how many were looked at. */
export async function verifyDomains(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const recent = { domainVerifiedAt: null, updatedAt: { gt: after(now, -OFTEN.for) } };
  const claims = await listClaims(ctx.db, {
    OR: [
      { domainCheckedAt: null },
      { domainCheckedAt: { lt: after(now, -DAY) } },
      { ...recent, domainCheckedAt: { lt: after(now, -OFTEN.every) } },
    ],
  });
  await Promise.all(claims.map((claim) => verify(ctx, claim)));
  return claims.length;
}

async function listClaims(db: Transaction, which: Prisma.BrandWhereInput): Promise<Claim[]> {
  const brands = await db.prisma.brand.findMany({
    where: { environment: "live", customDomain: { not: null }, ...which },
    orderBy: { domainCheckedAt: { sort: "asc", nulls: "first" } },
    take: MOST,
  });
  return brands.map(({ accountId, customDomain, domainToken: token, domainVerifiedAt: verifiedAt }) => ({
    accountId,
    domain: customDomain!,
    token,
    verifiedAt,
  }));
}

async function verify(ctx: Ctx, claim: Claim): Promise<void> {
  const asked = ctx.clock.now();
  const check = await checkDomain(claim.domain, claim.token);
  const verified = await bookAcrossCells(ctx, claim, check, asked);
  if (verified !== (claim.verifiedAt !== null))
    log().info({ accountId: claim.accountId, domain: claim.domain, verified }, "a domain changed its state");
}

/** A domain serves a shop in one cell: who has it in another keeps it, until that shop does without it. */
async function bookAcrossCells(ctx: Ctx, claim: Claim, check: DomainCheck, asked: Date): Promise<boolean> {
  const { accountId, domain: name, verifiedAt } = claim;
  const record = (found: DomainCheck) => ctx.db.transaction((tx) => book(tx, claim, found, asked));
  const isNew = check.found === "proof" && verifiedAt === null;
  const taken = `${name} serves the shop of another account, which has to give it up first. Ask us if it is yours.`;
  return await withNames(ctx, isNew ? [{ kind: "domain", name, taken, holder: accountId }] : [], () =>
    record(check),
  ).catch((error) => {
    if (!isServiceError(error)) throw error;
    return record({ found: error.code === "conflict" ? "absent" : "unknown", fault: error.message });
  });
}

/**
 * Of several accounts that prove a domain the newest proof has it: whoever added their record last. Who is displaced gets a
 * new token, which no record holds yet, so that an old record takes nothing back. A look that began before one that is booked says
 * nothing any more: the schedule's, while staff entered the record and looked, took the domain away that they had just proved.
 *
 * @param at when the DNS was asked
 */
async function book(tx: Transaction, claim: Claim, check: DomainCheck, at: Date): Promise<boolean> {
  const { accountId, domain, token } = claim;
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`domain:${domain}`}))`);
  // The claim may have ended, or lost its token, while the DNS was asked.
  const [held] = await tx.query<{ verifiedAt: Date | null; checkedAt: Date | null }>(sql`
    select domain_verified_at as verified_at, domain_checked_at as checked_at from brands
     where account_id = ${accountId} and environment = 'live' and custom_domain = ${domain} and domain_token = ${token} for no key update`);
  if (!held) return false;
  if (held.checkedAt && held.checkedAt > at) return held.verifiedAt !== null;
  const write = (verifiedAt: Date | null, fault: string | null) =>
    tx.prisma.brand.updateMany({
      where: { accountId, environment: "live" },
      data: { domainVerifiedAt: verifiedAt, domainFault: fault, domainCheckedAt: at },
    });
  if (check.found === "unknown") {
    await write(held.verifiedAt, check.fault);
    return held.verifiedAt !== null;
  }
  if (check.found === "absent") {
    await write(null, check.fault);
    if (held.verifiedAt) await tell(tx, "domain.lost", accountId, domain, at, check.fault);
    return false;
  }
  if (!held.verifiedAt) {
    await displaceOthers(tx, claim, at);
    await tell(tx, "domain.verified", accountId, domain, at);
  }
  await write(held.verifiedAt ?? at, null);
  return true;
}

async function displaceOthers(tx: Transaction, { accountId, domain }: Claim, at: Date): Promise<void> {
  const fault = `Another account has proved ${domain} since. If it is yours, enter the new value of the TXT record and check again.`;
  const displaced = await tx.query<{ accountId: number }>(sql`
    update brands set domain_verified_at = null, domain_token = new_domain_token(), domain_fault = ${fault}
     where custom_domain = ${domain} and environment = 'live' and account_id <> ${accountId} and domain_verified_at is not null
    returning account_id`);
  for (const other of displaced) await tell(tx, "domain.lost", other.accountId, domain, at, fault);
}

/** Staff hear of every change, beside the change. */
async function tell(
  tx: Transaction,
  kind: "domain.verified" | "domain.lost",
  accountId: number,
  domain: string,
  at: Date,
  fault = "",
): Promise<void> {
  const text =
    kind === "domain.verified"
      ? `${domain} is verified: your storefront is there now.`
      : `${domain} no longer serves your storefront. ${fault} Travellers reach it under its address with us meanwhile.`;
  await raiseNotifications(tx, at, [
    { accountId, environment: "live", kind, subject: domain, text, occasion: at.toISOString() },
  ]);
}
