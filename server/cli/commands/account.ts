import type { Command } from "commander";
import { setAccountMarkup } from "#server/domain/catalogue/pricing/index.ts";
import { getOwed } from "#server/domain/money/credit/index.ts";
import { getAutoFunding } from "#server/domain/money/funding/index.ts";
import { spendable } from "#server/domain/money/ledger/index.ts";
import { approveGoLive } from "#server/domain/people/onboarding/index.ts";
import {
  type Account,
  changeAccount,
  changeCredit,
  createAccount,
  enterAccount,
  getAccount,
  listAccounts,
  PLANS,
  type Plan,
  requireMarkup,
} from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { atLeastOne, currencyCode, decimal, email, oneOf, truth, whole } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

const plan = oneOf(...(Object.keys(PLANS) as Plan[]));

type CreateOptions = {
  name: string;
  email: string;
  currency: string;
  plan?: Plan;
  creditLimit?: Money;
  markup?: Money;
  rateMinute?: number;
  rateDay?: number;
};

type SetOptions = Omit<CreateOptions, "name" | "email" | "currency"> & {
  status?: "active" | "closed";
  testEnabled?: boolean;
  liveEnabled?: boolean;
  creditEnabled?: boolean;
  creditStatus?: "active" | "blocked";
  holdReason?: string;
  paymentTerms?: number;
  failover?: boolean;
};

export function addAccountCommands(program: Command): void {
  const account = program.command("account").description("resellers");
  account
    .command("create")
    .description("open an account")
    .requiredOption("--name <name>", "company name")
    .requiredOption("--email <email>", "contact", email)
    .requiredOption("--currency <code>", "ISO 4217, such as EUR", currencyCode)
    .option("--plan <plan>", "starter, growth or scale", plan)
    .option("--credit-limit <amount>", "in the account currency; enables credit", decimal)
    .option("--markup <percent>", "on the supplier's cost, instead of the general rule", decimal)
    .option("--rate-minute <n>", "requests per minute, instead of the plan's", atLeastOne)
    .option("--rate-day <n>", "requests per day, instead of the plan's", atLeastOne)
    .action(async ({ name, markup, ...options }: CreateOptions, command: Command) =>
      print(
        command,
        await withPlatform(async (ctx) =>
          summary(await createAccount(ctx, { companyName: name, markupPercent: markup, ...options })),
        ),
      ),
    );
  account
    .command("set <code>")
    .description("change what is given")
    .option("--status <status>", "active or closed", oneOf("active", "closed"))
    .option("--test-enabled <bool>", "test environment", truth)
    .option("--live-enabled <bool>", "live environment", truth)
    .option("--credit-enabled <bool>", "selling on credit", truth)
    .option("--credit-limit <amount>", "in the account currency", decimal)
    .option("--credit-status <status>", "active or blocked", oneOf("active", "blocked"))
    .option("--hold-reason <text>", "why credit is blocked")
    .option("--markup <percent>", "on the supplier's cost", decimal)
    .option("--plan <plan>", "starter, growth or scale", plan)
    .option("--payment-terms <days>", "days until credit is due", whole)
    .option("--failover <bool>", "fill orders with equal products of other suppliers", truth)
    .option("--rate-minute <n>", "requests per minute", atLeastOne)
    .option("--rate-day <n>", "requests per day", atLeastOne)
    .action(async (code: string, options: SetOptions, command: Command) =>
      print(command, await withPlatform(async (ctx) => summary(await set(ctx, code, options)))),
    );
  account
    .command("go-live <code>")
    .description("open live for a reseller who signed up")
    .option("--plan <plan>", "starter, growth or scale", plan)
    .action(async (code: string, options: { plan?: Plan }, command: Command) =>
      print(command, await withPlatform(async (ctx) => summary(await goLive(ctx, code, options.plan)))),
    );
  account
    .command("list")
    .description("all accounts with their balances")
    .action(async (_options, command: Command) =>
      print(command, { accounts: (await withPlatform(listAccounts)).map((item) => pick(summary(item))) }),
    );
  account
    .command("show <code>")
    .description("one account")
    .action(async (code: string, _options, command: Command) =>
      print(command, await withPlatform((ctx) => show(ctx, code))),
    );
}

async function show(ctx: Ctx, code: string) {
  const account = summary(await getAccount(ctx, code));
  const inside = await enterAccount(ctx, code, "live");
  const { amount, overdue, dueSoon } = await getOwed(inside);
  const automatic = (await getAutoFunding(inside))?.enabled ?? false;
  return { ...account, owed: amount, overdue, due_within_a_week: dueSoon, automatic_funding: automatic };
}

async function goLive(ctx: Ctx, code: string, chosen?: Plan): Promise<Account> {
  const { plan } = await getAccount(ctx, code);
  await approveGoLive(ctx, code, { plan: chosen ?? (plan as Plan) });
  return await getAccount(ctx, code);
}

/** Money first: what is refused there, or of its figures, leaves the rest as it is. */
async function set(ctx: Ctx, code: string, options: SetOptions): Promise<Account> {
  const { markup, paymentTerms, creditEnabled, creditLimit, creditStatus, holdReason, ...rest } = options;
  const line = { enabled: creditEnabled, limit: creditLimit, status: creditStatus, holdReason };
  const credit = { ...line, paymentTermsDays: paymentTerms };
  if (markup) requireMarkup(markup, "markup");
  if (Object.values(credit).some((value) => value !== undefined)) await changeCredit(ctx, code, credit);
  if (markup) await setAccountMarkup(ctx, code, markup);
  return await changeAccount(ctx, code, rest);
}

function summary({ wallet, ...account }: Account) {
  const line = {
    walletBalance: money(wallet.balance.toString()),
    creditEnabled: wallet.creditEnabled,
    creditStatus: wallet.creditStatus as "none",
    creditLimit: money(wallet.creditLimit.toString()),
  };
  return {
    account_code: account.code,
    company_name: account.companyName,
    email: account.email,
    currency: account.currency,
    status: account.status,
    plan: account.plan,
    rate_minute: account.rateMinute,
    rate_day: account.rateDay,
    test_enabled: account.testEnabled,
    live_enabled: account.liveEnabled,
    wallet_balance: line.walletBalance,
    credit_enabled: line.creditEnabled,
    credit_status: wallet.creditStatus,
    credit_limit: line.creditLimit,
    hold_reason: wallet.holdReason,
    available_to_spend: spendable(line),
    payment_terms_days: account.paymentTermsDays,
    failover: account.failover,
    created_at: account.createdAt,
  };
}

const pick = ({
  account_code,
  company_name,
  currency,
  status,
  plan,
  wallet_balance,
  credit_limit,
  available_to_spend,
}: ReturnType<typeof summary>) => ({
  account_code,
  company_name,
  currency,
  status,
  plan,
  wallet_balance,
  credit_limit,
  available_to_spend,
});
