import { z } from "zod";
import {
  type AccountLine,
  CURRENCIES,
  changeAccount,
  createAccount,
  enterAccount,
  getAccount,
  PLANS,
  type Plan,
  searchAccounts,
} from "#server/domain/accounts/index.ts";
import { listKeys } from "#server/domain/keys/index.ts";
import { availableCredit, getBalance, listEntries, spendable, usedCredit } from "#server/domain/ledger/index.ts";
import { getStatement } from "#server/domain/numbers/index.ts";
import { createUser, endVisit, listMembers, visitAccount } from "#server/domain/staff/index.ts";
import { ROLE_NAMES, type Role } from "#server/kernel/permissions.ts";
import { cursor, LedgerFilters } from "../filters.ts";
import { present, readAmount } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";
import { presentEntry } from "./balance.ts";

const Code = z.string().max(20);
const PlanName = z.enum(Object.keys(PLANS) as [Plan, ...Plan[]]);
const Typed = z.string().max(60);

const NewAccount = z.object({
  companyName: z.string().trim().min(1).max(120),
  email: z.email("Enter an e-mail address such as name@example.com.").max(254),
  currency: z.enum(CURRENCIES),
  plan: PlanName,
  creditLimit: Typed,
  markupPercent: Typed,
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
  paymentTermsDays: z.number().int().min(0).max(365).optional(),
  credit: z
    .object({
      enabled: z.boolean(),
      limit: Typed,
      status: z.enum(["active", "blocked"]),
      holdReason: z.string().trim().max(300),
    })
    .optional(),
});

/** Empty stands for none. */
const amountIfAny = (text: string, field: string) => (text.trim() === "" ? undefined : readAmount(text, field));

const line = (account: AccountLine) => present({ ...account, spendable: spendable(account) });

export const operatorAccountsRouter = router({
  list: operatorProcedure
    .input(
      z.object({
        search: z.string().max(100).optional(),
        status: z.enum(["active", "closed"]).optional(),
        onHold: z.boolean().optional(),
        before: cursor(),
      }),
    )
    .query(async ({ ctx, input: { before, ...search } }) => {
      const page = await searchAccounts(ctx, { ...search, limit: 50, beforeId: before });
      return { ...page, items: page.items.map(line) };
    }),
  create: operatorProcedure.input(NewAccount).mutation(async ({ ctx, input }) => {
    const creditLimit = amountIfAny(input.creditLimit, "creditLimit");
    const markupPercent = amountIfAny(input.markupPercent, "markupPercent");
    const { code } = await createAccount(ctx, { ...input, creditLimit, markupPercent });
    return { code };
  }),
  get: operatorProcedure.input(Code).query(async ({ ctx, input }) => {
    const { wallet: _wallet, ...account } = await getAccount(ctx, input);
    const inside = await enterAccount(ctx, input, "live");
    const [balance, members, keys] = await Promise.all([getBalance(inside), listMembers(inside), listKeys(ctx, input)]);
    const credit = { used: usedCredit(balance), available: availableCredit(balance) };
    const money = present({ ...balance, ...credit, spendable: spendable(balance) });
    return { ...account, plan: account.plan as Plan, limits: PLANS[account.plan as Plan], money, members, keys };
  }),
  ledger: operatorProcedure
    .input(LedgerFilters.extend({ code: Code, before: cursor() }))
    .query(async ({ ctx, input: { code, before, ...filter } }) => {
      const page = await listEntries(await enterAccount(ctx, code, "live"), { ...filter, limit: 50, beforeId: before });
      return { ...page, items: page.items.map(presentEntry) };
    }),
  statement: operatorProcedure
    .input(z.object({ code: Code, month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) }))
    .query(async ({ ctx, input }) => present(await getStatement(ctx, input.code, input.month))),
  change: operatorProcedure.input(Change).mutation(async ({ ctx, input: { code, credit, ...change } }) => {
    const limit = credit?.enabled ? readAmount(credit.limit, "limit") : undefined;
    const line = credit && {
      enabled: credit.enabled,
      limit,
      status: credit.enabled ? credit.status : undefined,
      holdReason: credit.holdReason || undefined,
    };
    await changeAccount(ctx, code, { ...change, ...(line && { credit: line }) });
  }),
  addMember: operatorProcedure
    .input(
      z.object({
        code: Code,
        email: z.email("Enter an e-mail address such as name@example.com.").max(254),
        role: z.enum(ROLE_NAMES as [Role, ...Role[]]),
        password: z.string().max(1_000),
      }),
    )
    .mutation(async ({ ctx, input: { code, ...user } }) => await createUser(ctx, code, user)),
  visit: operatorProcedure
    .input(z.object({ code: Code, reason: z.string().trim().min(3, "Say what you look for.").max(300) }))
    .mutation(({ ctx, input }) => visitAccount(ctx, input.code, input.reason)),
  endVisit: operatorProcedure.mutation(({ ctx }) => endVisit(ctx)),
});
