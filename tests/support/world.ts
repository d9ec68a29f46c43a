import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { type AccountCtx, type Ctx, type Environment, systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import type { IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES, type Scope } from "#server/kernel/scopes.ts";

/** Builders for tests: every test makes an account of its own. */

export const system = (override: Partial<Ctx> = {}): Ctx => systemContext({ kind: "command", name: "test" }, override);

type AccountOptions = {
  currency?: string;
  wallet?: number;
  creditLimit?: number;
  markup?: number;
  rateMinute?: number;
  rateDay?: number;
};

export async function newAccount({ currency = "USD", wallet = 0, creditLimit, markup, ...rest }: AccountOptions = {}) {
  const ctx = system();
  const account = await createAccount(ctx, {
    companyName: "Test Travel Ltd",
    email: "test@example.com",
    currency,
    plan: "scale",
    creditLimit: creditLimit === undefined ? undefined : money(creditLimit),
    markupPercent: markup === undefined ? undefined : money(markup),
    ...rest,
  });
  if (wallet > 0) await fundWallet(ctx, account.code, money(wallet));
  return account;
}

export const enter = (code: string, environment: Environment = "live"): Promise<AccountCtx> =>
  enterAccount(system(), code, environment);

export async function newKey(
  code: string,
  environment: Environment = "test",
  scopes: readonly Scope[] = SCOPES,
): Promise<string> {
  return (await createKey(system(), code, { environment, name: "test", scopes })).key;
}

type PackageOptions = Partial<{
  code: string;
  costUsd: number;
  country: string;
  dataMb: number;
  days: number;
  supplier: string;
  suggestedUsd: number;
  status: string;
}>;

/** A package straight into the catalogue, without a supplier. Returns its public code and id. */
export async function newPackage(options: PackageOptions = {}): Promise<{ packageId: string; id: number }> {
  const {
    code = `pkg-${ulid()}`,
    costUsd = 4,
    country = "TR",
    dataMb = 5120,
    days = 30,
    supplier = "esimaccess",
    suggestedUsd = null,
    status = "on_sale",
  } = options;
  const [row] = await database().query<{ id: number }>(sql`
    insert into packages (package_id, supplier_code, supplier_package_id, name, type, country_code, region_code, coverage, data_mb, unlimited, per_day,
      duration_days, validity_days, network_type, speed, operators, activation, product_key, topup_supported, cost_usd, suggested_retail_usd, content_hash, status, changed_at)
    values (${code}, ${supplier}, ${code}, ${`${country} ${dataMb}MB ${days} days`}, 'local', ${country}, 'europe', ${[country]}::text[], ${dataMb}, false, false,
      ${days}, 180, '4G/5G', '5G', '[]', 'first_connection', ${`local:${country}:${dataMb}mb:${days}d:${code}`}, true, ${costUsd}, ${suggestedUsd}, ${code}, ${status}, now())
    returning id`);
  return { packageId: code, id: row!.id };
}

/** A claim that answers with the order as JSON. */
export const claim = <T>(key: string = ulid(), body: unknown = key): IdempotencyClaim<T> => ({
  operation: "POST /orders",
  key,
  fingerprint: Buffer.from(JSON.stringify(body)).toString("hex").slice(0, 64).padEnd(64, "0"),
  answer: (result) => JSON.stringify(result),
});
