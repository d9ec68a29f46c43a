import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { type Decided, transactDecided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireApproval, requireOperator } from "#server/kernel/operator-permissions.ts";
import { isIban } from "./iban.ts";

/** Where resellers whose account is in `currency` transfer money to. */
export type BankAccount = {
  currency: string;
  holder: string;
  bank: string;
  /** An IBAN without spaces, or the number as its country writes it. */
  number: string;
  bic: string | null;
  note: string | null;
};

const SHOWN = { currency: true, holder: true, bank: true, number: true, bic: true, note: true } as const;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

export async function findBankAccount(db: Transaction, currency: string): Promise<BankAccount | null> {
  return await db.prisma.bankAccount.findUnique({ where: { currency }, select: SHOWN });
}

export async function listBankAccounts(ctx: Ctx): Promise<BankAccount[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.prisma.bankAccount.findMany({ select: SHOWN, orderBy: { currency: "asc" } });
}

/** As it is kept: without the spaces that people type. Refuses what no bank would find. */
export function readBankAccount(given: BankAccount): BankAccount {
  const compact = (text: string) => text.replaceAll(/\s/g, "").toUpperCase();
  const holder = given.holder.trim();
  const bank = given.bank.trim();
  const number = /^\s*[a-z]{2}\d{2}/i.test(given.number) ? compact(given.number) : given.number.trim();
  const bic = given.bic ? compact(given.bic) : null;
  if (!/^[A-Z]{3}$/.test(given.currency))
    fail("validation_error", "Give the currency as three capital letters, such as EUR.", { field: "currency" });
  if (holder === "") fail("validation_error", "Say whose account it is.", { field: "holder" });
  if (bank === "") fail("validation_error", "Name the bank.", { field: "bank" });
  if (/^[A-Z]{2}\d{2}/.test(number) ? !isIban(number) : !/^[\w ./-]{4,34}$/.test(number))
    fail("validation_error", `${number || "Nothing"} is no IBAN and no account number: look at its digits again.`, {
      field: "number",
    });
  if (bic !== null && !BIC.test(bic))
    fail("validation_error", `${bic} is no BIC: it has 8 or 11 letters and digits, such as COBADEFF.`, {
      field: "bic",
    });
  return { currency: given.currency, holder, bank, number, bic, note: given.note?.trim() || null };
}

/** In a line, as decisions and the audit log keep it. */
export const sayBankAccount = (account: BankAccount | null): string =>
  account
    ? [account.holder, account.number, account.bic, account.bank, account.note]
        .filter((part) => part !== null)
        .join(", ")
    : "none";

/** @param from what it replaces, as it was when it was asked for: refused when it is another one by now */
export async function setBankAccount(
  ctx: Ctx,
  { from, ...given }: BankAccount & { from?: string },
  decided?: Decided,
): Promise<void> {
  requireApproval(ctx, "money:move");
  const { currency, ...data } = readBankAccount(given);
  const changedAt = ctx.clock.now();
  await transactDecided(ctx.db, decided, async (tx) => {
    const before = sayBankAccount(await findBankAccount(tx, currency));
    if (from !== undefined && from !== before)
      fail("conflict", "The bank account was changed since this was asked for. Look at it, and ask anew.");
    const row = { ...data, changedAt };
    await tx.prisma.bankAccount.upsert({ where: { currency }, create: { currency, ...row }, update: row });
    const after = sayBankAccount({ currency, ...data });
    await recordAudit(tx, ctx, { act: "bank.change", subject: currency, details: { before, after } });
    return after;
  });
}
