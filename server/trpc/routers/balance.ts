import { z } from "zod";
import { getOwed } from "#server/domain/money/credit/index.ts";
import {
  canFundByCard,
  checkCardFunding,
  checkCardSetup,
  clearBalanceAlert,
  findBalanceAlert,
  findBankAccount,
  getAutoFunding,
  listFundingRequests,
  openCardFunding,
  openCardSetup,
  removeSavedCard,
  requestFunding,
  setAutoFunding,
  setBalanceAlert,
  stopAutoFunding,
  withdrawFunding,
} from "#server/domain/money/funding/index.ts";
import {
  availableCredit,
  type Entry,
  exportChain,
  getBalance,
  getReserved,
  ledgerFilter,
  listEntries,
  readChainHead,
  spendable,
  usedCredit,
} from "#server/domain/money/ledger/index.ts";
import { ledgerReference } from "#server/kernel/ids.ts";
import { money, toNumeric } from "#server/kernel/money.ts";
import { pageOf, recordId, sortedInput } from "../filters.ts";
import { present } from "../present.ts";
import { confirmedStaffProcedure, router, staffProcedure } from "../trpc.ts";

/** As it is typed: `1250` or `1250.50`. */
const Amount = z
  .string()
  .trim()
  .regex(/^\d{1,11}(\.\d{1,2})?$/)
  .transform(money);

/** Amounts leave as exact decimals in text; the page formats them. */
export const balanceRouter = router({
  get: staffProcedure.query(async ({ ctx }) => {
    const balance = await getBalance(ctx);
    const { currency, creditEnabled, creditStatus, holdReason, paymentTermsDays } = balance;
    return {
      currency,
      spendable: toNumeric(spendable(balance)),
      wallet: toNumeric(balance.walletBalance),
      credit: {
        enabled: creditEnabled,
        status: creditStatus,
        holdReason,
        paymentTermsDays,
        limit: toNumeric(balance.creditLimit),
        used: toNumeric(usedCredit(balance)),
        available: toNumeric(availableCredit(balance)),
      },
    };
  }),
  /** What was charged and has no outcome yet. */
  reserved: staffProcedure.query(async ({ ctx }) => {
    const { amount, items, count } = await getReserved(ctx);
    return {
      amount: toNumeric(amount),
      count,
      items: items.map((item) => ({ ...item, amount: toNumeric(item.amount) })),
    };
  }),
  /** What is owed on the credit line, by the day on which it is due. */
  owed: staffProcedure.query(async ({ ctx }) => present(await getOwed(ctx))),
  ledger: staffProcedure
    .input(sortedInput(ledgerFilter))
    .query(async ({ ctx, input: { before, order, ...filter } }) => {
      const page = await listEntries(ctx, { ...filter, ...pageOf({ before, order }) });
      return { ...page, items: page.items.map(presentEntry) };
    }),
  /** The end of the account's hash chain, and the entries in batches: a browser checks the one against the other. */
  chainHead: staffProcedure.query(({ ctx }) => readChainHead(ctx)),
  chain: staffProcedure
    .input(z.object({ after: z.number().int().min(0) }))
    .query(({ ctx, input }) => exportChain(ctx, input.after)),
  alert: staffProcedure.query(async ({ ctx }) => {
    const alert = await findBalanceAlert(ctx);
    return alert && { ...alert, threshold: toNumeric(alert.threshold) };
  }),
  setAlert: staffProcedure
    .input(z.object({ threshold: Amount, recipients: z.array(z.email().max(254)).max(20) }))
    .mutation(({ ctx, input }) => setBalanceAlert(ctx, input)),
  clearAlert: staffProcedure.mutation(({ ctx }) => clearBalanceAlert(ctx)),
  funding: staffProcedure.query(async ({ ctx }) => ({
    byCard: canFundByCard(),
    bank: await findBankAccount(ctx.db, ctx.account.currency),
    requests: (await listFundingRequests(ctx)).map(({ amount, receivedAmount, ...request }) => ({
      ...request,
      amount: toNumeric(amount),
      receivedAmount: receivedAmount && toNumeric(receivedAmount),
    })),
  })),
  payByCard: staffProcedure
    .input(z.object({ amount: Amount }))
    .mutation(({ ctx, input }) => openCardFunding(ctx, input.amount, ctx.actor.name)),
  checkCard: staffProcedure
    .input(z.object({ reference: z.string().max(20) }))
    .mutation(({ ctx, input }) => checkCardFunding(ctx, input.reference)),
  /** `available`: cards can be saved here at all. */
  autoFunding: staffProcedure.query(async ({ ctx }) => ({
    available: canFundByCard(),
    setting: present(await getAutoFunding(ctx)),
  })),
  setAutoFunding: confirmedStaffProcedure("balance:manage")
    .input(z.object({ threshold: Amount, amount: Amount, monthlyCap: Amount }))
    .mutation(({ ctx, input }) => setAutoFunding(ctx, input)),
  stopAutoFunding: confirmedStaffProcedure("balance:manage").mutation(({ ctx }) => stopAutoFunding(ctx)),
  saveCard: confirmedStaffProcedure("balance:manage").mutation(({ ctx }) => openCardSetup(ctx, ctx.actor.name)),
  checkSavedCard: staffProcedure.mutation(({ ctx }) => checkCardSetup(ctx)),
  removeCard: confirmedStaffProcedure("balance:manage").mutation(({ ctx }) => removeSavedCard(ctx)),
  requestFunding: staffProcedure
    .input(z.object({ amount: Amount }))
    .mutation(({ ctx, input }) => requestFunding(ctx, input.amount)),
  withdrawFunding: staffProcedure
    .input(z.object({ id: recordId() }))
    .mutation(({ ctx, input }) => withdrawFunding(ctx, input.id)),
});

export const presentEntry = ({ id, type, amount, currency, balanceAfter, description, createdAt }: Entry) => ({
  reference: ledgerReference(id),
  type,
  amount: toNumeric(amount),
  currency,
  balanceAfter: toNumeric(balanceAfter),
  description,
  createdAt,
});
