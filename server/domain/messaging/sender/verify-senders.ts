import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { lookUpTexts } from "#server/kernel/dns-texts.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { getSender, recordName, recordValue, type SenderSetup } from "./set-sender.ts";
import { domainOf } from "./signer.ts";

type Claim = { accountId: number; address: string; publicKey: string };

/** `unknown` is no answer, and changes nothing. `advice`: it works, and could be better. */
type Check = { found: "key"; advice: string | null } | { found: "absent" | "unknown"; fault: string };

/** One that was just entered is looked at often, an old one daily. */
const OFTEN = { every: 5 * MINUTE, for: 2 * DAY };
const MOST = 200;

/** Looks now, for staff who have just entered the record. */
export async function verifySender(ctx: AccountCtx): Promise<SenderSetup> {
  requirePermission(ctx, "brand:manage");
  const claim = await ctx.db.prisma.senderAddress.findUnique({ where: { accountId: ctx.account.id } });
  if (!claim) return fail("conflict", "There is no address to check. Enter one first.");
  await verify(ctx, claim);
  return (await getSender(ctx))!;
}

/** The schedule: addresses that wait, and verified ones once a day. Returns how many were looked at. */
export async function verifySenders(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const claims = await ctx.db.prisma.senderAddress.findMany({
    where: {
      OR: [
        { checkedAt: null },
        { checkedAt: { lt: after(now, -DAY) } },
        {
          verifiedAt: null,
          createdAt: { gt: after(now, -OFTEN.for) },
          checkedAt: { lt: after(now, -OFTEN.every) },
        },
      ],
    },
    orderBy: { checkedAt: { sort: "asc", nulls: "first" } },
    take: MOST,
  });
  await Promise.all(claims.map((claim) => verify(ctx, claim)));
  return claims.length;
}

/** A look that began before one that is booked says nothing any more: the record may have been entered in between. */
async function verify(ctx: Ctx, { accountId, address, publicKey }: Claim): Promise<void> {
  const asked = ctx.clock.now();
  const check = await checkSender(address, publicKey);
  const fault = check.found === "key" ? check.advice : check.fault;
  await ctx.db.transaction(async (tx) => {
    // What was entered meanwhile has a key of its own, which this answer says nothing of.
    const [held] = await tx.query<{ verifiedAt: Date | null; checkedAt: Date | null }>(sql`
      select verified_at, checked_at from sender_addresses
       where account_id = ${accountId} and address = ${address} and public_key = ${publicKey} for no key update`);
    if (!held || (held.checkedAt && held.checkedAt > asked)) return;
    const wasVerified = held.verifiedAt !== null;
    const isVerified = check.found === "key" || (check.found === "unknown" && wasVerified);
    await tx.prisma.senderAddress.update({
      where: { accountId },
      data: { checkedAt: asked, fault, verifiedAt: isVerified ? (held.verifiedAt ?? asked) : null },
    });
    if (isVerified === wasVerified) return;
    const [kind, text] = isVerified
      ? (["sender.verified", `Mails to travellers come from ${address} now.`] as const)
      : (["sender.lost", `Mails to travellers no longer come from ${address}, but from us. ${fault}`] as const);
    await raiseNotifications(tx, asked, [
      { accountId, environment: "live", kind, subject: address, text, occasion: asked.toISOString() },
    ]);
  });
}

/** Whether whoever gets a mail can check its signature, and in words what stands in the way. */
export async function checkSender(address: string, publicKey: string): Promise<Check> {
  const [name, domain] = [recordName(address), domainOf(address)];
  const answer = await lookUpTexts(name);
  if (answer.kind === "silent")
    return {
      found: "unknown",
      fault: `The DNS servers did not answer for ${name} (${answer.code}). We ask again soon.`,
    };
  if (answer.kind !== "values") {
    const doubled = await lookUpTexts(`${name}.${domain}`);
    if (doubled.kind === "values" && doubled.values.some((value) => hasKey(value, publicKey)))
      return {
        found: "absent",
        fault: `The record exists as ${name}.${domain}: your DNS provider adds “${domain}” by itself. Enter the name without it.`,
      };
    return {
      found: "absent",
      fault: `There is no TXT record at ${name} yet. New records can take up to an hour to be seen.`,
    };
  }
  if (answer.values.length > 1)
    return { found: "absent", fault: `There are ${answer.values.length} TXT records at ${name}. Keep ours alone.` };
  const [value = ""] = answer.values;
  if (hasKey(value, publicKey)) return { found: "key", advice: await adviseOnPolicy(domain) };
  const isCut = publicKey.startsWith(/\bp=([^;]*)/.exec(value)?.[1]?.replace(/\s/g, "") || "-");
  return {
    found: "absent",
    fault: isCut
      ? `The TXT record of ${name} ends too early: some providers take 255 characters in a piece. Enter the rest as a second piece of the same record.`
      : `The TXT record of ${name} is another one. It must be ${recordValue(publicKey).slice(0, 40)}…`,
  };
}

/** Tags may stand in any order, with spaces between and inside the key. */
const hasKey = (value: string, publicKey: string): boolean =>
  value
    .split(";")
    .map((tag) => tag.replace(/\s/g, ""))
    .includes(`p=${publicKey}`);

/** Without a policy big providers trust a new domain less. The signature meets whatever policy there is. */
async function adviseOnPolicy(domain: string): Promise<string | null> {
  const names = [domain, domain.split(".").slice(-2).join(".")];
  const answers = await Promise.all([...new Set(names)].map((name) => lookUpTexts(`_dmarc.${name}`)));
  const isThere = answers.some(
    (answer) =>
      answer.kind === "silent" || (answer.kind === "values" && answer.values.some((text) => /^v=DMARC1/i.test(text))),
  );
  return isThere
    ? null
    : `Mails are signed and arrive. ${domain} has no DMARC policy: a TXT record “v=DMARC1; p=none” at _dmarc.${domain} makes large providers trust it more.`;
}
