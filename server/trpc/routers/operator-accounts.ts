import { z } from "zod";
import { listApprovals } from "#server/domain/control/approvals/index.ts";
import { whatClosingLeaves } from "#server/domain/control/closing/index.ts";

import { getStatement } from "#server/domain/control/sales/index.ts";
import { getOwed } from "#server/domain/money/credit/index.ts";
import { getAutoFunding, stopAutoFundingOf } from "#server/domain/money/funding/index.ts";
import {
  availableCredit,
  getBalance,
  getReserved,
  ledgerFilter,
  listEntries,
  spendable,
  usedCredit,
} from "#server/domain/money/ledger/index.ts";
import { getGoLive } from "#server/domain/people/onboarding/index.ts";
import {
  endPersonSessions,
  endVisit,
  listInvitations,
  listMembers,
  visitAccount,
} from "#server/domain/people/staff/index.ts";
import {
  type AccountLine,
  accountFilter,
  CURRENCIES,
  changeAccount,
  createAccount,
  enterAccount,
  getAccount,
  LONGEST_NAME,
  PLANS,
  type Plan,
  searchAccounts,
} from "#server/domain/reseller/accounts/index.ts";
import { listKeys } from "#server/domain/reseller/keys/index.ts";
import { env } from "#server/kernel/env.ts";
import { listInput, recordId } from "../filters.ts";
import { present } from "../present.ts";
import { confirmedOperatorProcedure, operatorList, operatorProcedure, router } from "../trpc.ts";
import { presentEntry } from "./balance.ts";

const Code = z.string().max(20);
const PlanName = z.enum(Object.keys(PLANS) as [Plan, ...Plan[]]);
const NewAccount = z.object({
  companyName: z.string().trim().min(1).max(LONGEST_NAME),
  email: z.email("Enter an e-mail address such as name@example.com.").max(254),
  currency: z.enum(CURRENCIES),
  plan: PlanName,
});

const Limit = z.number().int().min(1).max(100_000_000).nullable();

/** Every page sends what it shows; what is left out stays. */
const Change = z.object({
  code: Code,
  status: z.enum(["active", "closed"]).optional(),
  testEnabled: z.boolean().optional(),
  liveEnabled: z.boolean().optional(),
  failover: z.boolean().optional(),
  plan: PlanName.optional(),
  rateMinute: Limit.optional(),
  rateDay: Limit.optional(),
});

const line = (account: AccountLine) => present({ ...account, spendable: spendable(account) });

export const operatorAccountsRouter = router({
  list: operatorList.input(listInput(accountFilter)).query(async ({ ctx, input: { before, ...filter } }) => {
    const page = await searchAccounts(ctx, { ...filter, limit: 50, beforeId: before });
    return { ...page, items: page.items.map(line) };
  }),
  create: operatorProcedure.input(NewAccount).mutation(async ({ ctx, input }) => {
    const { code } = await createAccount(ctx, input);
    return { code };
  }),
  get: operatorProcedure.input(Code).query(async ({ ctx, input }) => {
    const { wallet: _wallet, ...account } = await getAccount(ctx, input);
    const inside = await enterAccount(ctx, input, "live");
    const [balance, reserved, owed, autoFunding, members, invitations, keys, waiting, goLive] = await Promise.all([
      getBalance(inside),
      getReserved(inside),
      getOwed(inside),
      getAutoFunding(inside),
      listMembers(inside),
      listInvitations(inside),
      listKeys(ctx, input),
      listApprovals(ctx, { status: "waiting", account: input, limit: 50 }),
      getGoLive(ctx, input),
    ]);
    const credit = { used: usedCredit(balance), available: availableCredit(balance) };
    const money = present({ ...balance, ...credit, reserved: reserved.amount, spendable: spendable(balance) });
    return {
      ...account,
      plan: account.plan as Plan,
      limits: PLANS[account.plan as Plan],
      money,
      owed: present(owed),
      autoFunding: present(autoFunding),
      members,
      invitations,
      keys,
      waiting: waiting.items.length,
      goLive,
    };
  }),
  ledger: operatorList
    .input(listInput(ledgerFilter).extend({ code: Code }))
    .query(async ({ ctx, input: { code, before, ...filter } }) => {
      const page = await listEntries(await enterAccount(ctx, code, "live"), { ...filter, limit: 50, beforeId: before });
      return { ...page, items: page.items.map(presentEntry) };
    }),
  statement: operatorProcedure
    .input(z.object({ code: Code, month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) }))
    .query(async ({ ctx, input }) => present(await getStatement(ctx, input.code, input.month))),
  /** What closing it leaves open, owed and alive: nothing is changed. */
  closing: operatorProcedure.input(Code).query(async ({ ctx, input }) => ({
    ...present(await whatClosingLeaves(ctx, input)),
    eraseAfterDays: env().eraseAfterDays,
  })),
  change: operatorProcedure.input(Change).mutation(async ({ ctx, input: { code, ...change } }) => {
    await changeAccount(ctx, code, change);
  }),
  stopAutoFunding: operatorProcedure
    .input(z.object({ code: Code, reason: z.string().trim().min(3, "Enter a reason.").max(300) }))
    .mutation(({ ctx, input }) => stopAutoFundingOf(ctx, input.code, input.reason)),
  endSessions: confirmedOperatorProcedure("sessions:end")
    .input(z.object({ code: Code, userId: recordId() }))
    .mutation(({ ctx, input }) => endPersonSessions(ctx, input.code, input.userId)),
  visit: operatorProcedure
    .input(z.object({ code: Code, reason: z.string().trim().min(3, "Enter a reason.").max(300) }))
    .mutation(({ ctx, input }) => visitAccount(ctx, input.code, input.reason)),
  endVisit: operatorProcedure.mutation(({ ctx }) => endVisit(ctx)),
});
