import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createUser } from "#server/domain/people/staff/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import type { Load } from "./load.ts";

const COUNTRIES =
  "TR DE FR ES IT PT GB IE NL BE LU CH AT PL CZ SK HU RO BG GR HR SI RS BA ME MK AL SE NO DK FI EE LV LT IS MT CY US CA MX BR AR CL CO PE JP KR TH VN MY SG ID PH IN AU NZ ZA EG MA TN".split(
    " ",
  );

export const system = () => systemContext({ kind: "command", name: "bench" });

type Guarded = NonNullable<Load["guarded"]>;

export type Prepared = {
  one: AccountCtx;
  hundred: AccountCtx[];
  keyOfOne: string;
  keysOfHundred: string[];
  guarded: Guarded;
  packageCode: string;
  packageId: number;
  /** On the team of `one`. */
  person: { email: string; password: string };
};

/** What the rows need: a catalogue, an account and a hundred others, a person and a key with everything. */
export async function prepare(): Promise<Prepared> {
  const item = await fillCatalogue();
  const accounts = [];
  for (let i = 0; i <= 100; i++) accounts.push(await fundedAccount(`Bench ${i}`));
  const [first, ...others] = accounts;
  const person = { email: "person@bench.example", password: "correct horse battery staple" };
  await createUser(system(), first!.ctx.account.code, { ...person, role: "owner" });
  const guarded = await createKey(system(), first!.ctx.account.code, {
    environment: "live",
    name: "guarded",
    scopes: ["orders:create", "orders:read", "catalog:read"],
    requireHmac: true,
    allowedIps: ["192.0.2.0/24", "2001:db8::/32", "127.0.0.0/8", "::1"],
  });
  return {
    one: first!.ctx,
    hundred: others.map((account) => account.ctx),
    guarded: { key: guarded.key, signingSecret: guarded.signingSecret! },
    keyOfOne: first!.key,
    keysOfHundred: others.map((account) => account.key),
    person,
    ...item,
  };
}

export async function fundedAccount(companyName: string): Promise<{ key: string; ctx: AccountCtx }> {
  const email = "bench@example.com";
  const limits = { plan: "scale", rateMinute: 100_000_000, rateDay: 100_000_000 } as const;
  const { code } = await createAccount(system(), { companyName, email, currency: "USD", ...limits });
  await fundWallet(system(), code, money(100_000_000));
  const { key } = await createKey(system(), code, { environment: "live", name: "bench", scopes: SCOPES });
  return { key, ctx: await enterAccount(system(), code, "live") };
}

/** 3,000 packages in 60 countries, as many as a large supplier offers. Gives one of them. */
async function fillCatalogue(): Promise<{ packageCode: string; packageId: number }> {
  const [item] = await database().query<{ packageCode: string; packageId: number }>(sql`
    insert into packages (package_id, supplier_code, supplier_package_id, name, type, country_code, region_code, coverage, data_mb, unlimited, per_day,
      duration_days, validity_days, network_type, speed, operators, activation, product_key, topup_supported, cost_usd, content_hash, changed_at)
    select 'bench-' || i, 'esimaccess', 'B' || i, 'Country ' || country || ' ' || i || ' GB 30 Days', 'local', country, 'europe', array[country],
           1024 * (1 + i / 60), false, false, 30, 180, '3G/4G/5G', '5G',
           jsonb_build_array(jsonb_build_object('country', country, 'name', 'One'), jsonb_build_object('country', country, 'name', 'Two')),
           'first_connection', 'local:' || country || ':' || i, true, 4, '', now()
      from generate_series(1, 3000) i, lateral (select (${COUNTRIES}::text[])[1 + i % 60] as country) c
    returning package_id as package_code, id as package_id`);
  return item!;
}
