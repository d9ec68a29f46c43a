import {
  findMarkup,
  findRate,
  requireMarkups,
  requireRate,
  ruleName,
  sayMarkup,
} from "#server/domain/catalogue/pricing/index.ts";
import { findBankAccount, readBankAccount, sayBankAccount } from "#server/domain/money/funding/index.ts";
import { normalizeEmail, refuseInvited } from "#server/domain/people/staff/index.ts";
import {
  creditStake,
  getAccount,
  getCreditAccount,
  lineAfter,
  requireCredit,
  sayLine,
} from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { money } from "#server/kernel/money.ts";
import { DAY } from "#server/kernel/time.ts";
import type { Ask } from "./decision.ts";
import type { Planned } from "./planned.ts";

// Terms that money follows from later: credit, prices, rates, and who may spend.

type AskOf<K extends Ask["kind"]> = Extract<Ask, { kind: K }>;

/** At stake is what more can be owed; less, or a hold, is nothing that waits. */
export async function planCredit(ctx: Ctx, { accountCode, change }: AskOf<"credit">): Promise<Planned> {
  const { id: accountId, code, companyName, currency, line } = await getCreditAccount(ctx.db, accountCode);
  requireCredit(change);
  const to = lineAfter(line, change);
  const changes = [{ what: "Credit line", from: sayLine(line, currency), to: sayLine(to, currency) }];
  const amount = creditStake(line, to);
  // As JSON keeps it.
  const credit = JSON.parse(JSON.stringify({ from: line, change }));
  return { accountId, accountCode: code, companyName, subject: code, amount, currency, details: { changes, credit } };
}

/** What will be sold at a price, nobody knows: no amount bounds it. */
export async function planPrice(ctx: Ctx, { target, markup, startsAt }: AskOf<"price">): Promise<Planned> {
  if (markup) requireMarkups(markup);
  if (startsAt) requireTimeToCome(ctx, startsAt);
  const from = await findMarkup(ctx.db, target);
  const subject = ruleName(target);
  if (!markup && !from) fail("resource_not_found", "This rule was removed already.");
  if (!markup && subject === ruleName({ accountId: null, supplierCode: null, countryCode: null, packageId: null }))
    fail("conflict", "The general rule holds where no other does: change it instead.");
  const account = target.accountId === null ? null : await nameAccount(ctx, target.accountId);
  const what = `Markup for ${subject}${startsAt ? `, from ${sayMinute(startsAt)} on` : ""}`;
  const changes = [{ what, from: sayMarkup(from), to: sayMarkup(markup) }];
  const price = JSON.parse(JSON.stringify({ target, from, to: markup }));
  return {
    accountId: target.accountId,
    accountCode: account?.code ?? null,
    companyName: account?.companyName ?? null,
    subject,
    amount: null,
    currency: null,
    details: { changes, price },
  };
}

const AHEAD = 366 * DAY;

function requireTimeToCome(ctx: Ctx, at: Date): void {
  const ahead = at.getTime() - ctx.clock.now().getTime();
  if (ahead <= 0)
    fail("validation_error", "This time has passed. Leave it empty to change the price now.", { field: "startsAt" });
  if (ahead > AHEAD) fail("validation_error", "A change is scheduled for a year ahead at most.", { field: "startsAt" });
}

const sayMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const nameAccount = (ctx: Ctx, id: number) =>
  ctx.db.prisma.account.findUniqueOrThrow({ where: { id }, select: { code: true, companyName: true } });

/** Whoever may change anything on a team may come to its money: only somebody who looks is worth nothing. */
export async function planMembership(ctx: Ctx, ask: AskOf<"membership">): Promise<Planned> {
  const { role } = ask;
  const email = normalizeEmail(ask.email);
  const { id: accountId, code, companyName, currency } = await getAccount(ctx, ask.accountCode);
  await refuseInvited(ctx.db, accountId, email);
  const isHarmless = role === "viewer";
  return {
    accountId,
    accountCode: code,
    companyName,
    subject: `${email} at ${code}`,
    amount: isHarmless ? money(0) : null,
    currency: isHarmless ? currency : null,
    details: { changes: [{ what: email, from: "not on the team", to: role }], membership: { email, role } },
  };
}

/** Everything in a currency is sold at its rate: a pin is never one person's. */
export async function planRate(ctx: Ctx, { currency, rate }: AskOf<"rate">): Promise<Planned> {
  requireRate(currency, rate);
  const from = await findRate(ctx.db, currency);
  const changes = [{ what: `${currency} for 1 USD`, from: from?.toString() ?? "none", to: rate.toString() }];
  const details = { changes, rate: rate.toString() };
  return {
    accountId: null,
    accountCode: null,
    companyName: null,
    subject: currency,
    amount: null,
    currency: null,
    details,
  };
}

/** Whoever names the account gets what resellers transfer: never one person's. */
export async function planBank(ctx: Ctx, ask: AskOf<"bank">): Promise<Planned> {
  const bank = readBankAccount(ask.bank);
  const from = sayBankAccount(await findBankAccount(ctx.db, bank.currency));
  const to = sayBankAccount(bank);
  if (from === to) fail("conflict", "This is the account that is shown already.");
  const changes = [{ what: `Bank account for ${bank.currency}`, from, to }];
  return {
    accountId: null,
    accountCode: null,
    companyName: null,
    subject: bank.currency,
    amount: null,
    currency: null,
    details: { changes, bank: { ...bank, from } },
  };
}
