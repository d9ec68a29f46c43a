import { generateKeyPair } from "node:crypto";
import { domainToASCII } from "node:url";
import { promisify } from "node:util";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { domainOf, SELECTOR } from "./signer.ts";

/** What has to be entered at the DNS provider, and how it stands. */
export type SenderSetup = {
  address: string;
  status: "pending" | "verified";
  fault: string | null;
  checkedAt: Date | null;
  record: { type: "TXT"; name: string; value: string };
};

const makePair = promisify(generateKeyPair);

export const recordName = (address: string): string => `${SELECTOR}._domainkey.${domainOf(address)}`;
export const recordValue = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`;

/** Only live shops write to travellers: there is one address for the account. */
export async function getSender(ctx: AccountCtx): Promise<SenderSetup | null> {
  requirePermission(ctx, "brand:read");
  const found = await ctx.db.prisma.senderAddress.findUnique({ where: { accountId: ctx.account.id } });
  if (!found) return null;
  const { address, publicKey, verifiedAt, fault, checkedAt } = found;
  return {
    ...{ address, fault, checkedAt, status: verifiedAt ? "verified" : "pending" },
    record: { type: "TXT", name: recordName(address), value: recordValue(publicKey) },
  };
}

/** A new domain gets a new pair of keys; another address of the same keeps what was entered for it. */
export async function setSender(ctx: AccountCtx, given: string): Promise<SenderSetup> {
  requirePermission(ctx, "brand:manage");
  const address = readAddress(given);
  const accountId = ctx.account.id;
  const pair = await makePair("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const fresh = {
    privateKey: encrypt(pair.privateKey),
    publicKey: pair.publicKey.toString("base64"),
    ...{ verifiedAt: null, checkedAt: null, fault: null, createdAt: ctx.clock.now() },
  };
  await ctx.db.transaction(async (tx) => {
    const before = await tx.prisma.senderAddress.findUnique({ where: { accountId } });
    const isSameDomain = before !== null && domainOf(before.address) === domainOf(address);
    await tx.prisma.senderAddress.upsert({
      where: { accountId },
      create: { accountId, address, ...fresh },
      update: isSameDomain ? { address } : { address, ...fresh },
    });
    await recordAudit(tx, ctx, { act: "sender.set", accountId, subject: address });
  });
  return (await getSender(ctx))!;
}

/** From the next mail on they come from us again. */
export async function removeSender(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "brand:manage");
  const accountId = ctx.account.id;
  await ctx.db.transaction(async (tx) => {
    const before = await tx.prisma.senderAddress.findUnique({ where: { accountId } });
    if (!before) return;
    await tx.prisma.senderAddress.delete({ where: { accountId } });
    await recordAudit(tx, ctx, { act: "sender.remove", accountId, subject: before.address });
  });
}

function readAddress(given: string): string {
  const [, local = "", host = ""] = /^([^@\s]+)@([^@\s]+)$/.exec(given.trim()) ?? [];
  const address = `${local}@${domainToASCII(host.toLowerCase())}`;
  if (!isEmail(address) || !domainOf(address).includes("."))
    fail("validation_error", "This is not an e-mail address, such as hello@shop.example.com.", { field: "address" });
  return address;
}
