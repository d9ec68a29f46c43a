import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createUser } from "#server/domain/people/staff/index.ts";
import { createAccount, listAccounts } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { writePrivateFile } from "./secrets.ts";

export type Demo = {
  accountCode: string;
  companyName: string;
  testKey: string;
  liveKey: string;
  login: { email: string; password: string };
};

const EMAIL = "demo@example.com";

const fileOf = (dataDir: string) => join(dataDir, "demo.json");

/** The demo reseller of this data directory, if it has one. */
export function readDemo(dataDir: string): Demo | null {
  return existsSync(fileOf(dataDir)) ? (JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Demo) : null;
}

/** Makes a reseller to try everything with, once, on an empty database. Returns the lines to show. */
export async function demoReseller(ctx: Ctx, dataDir: string): Promise<string[]> {
  const file = fileOf(dataDir);
  if (existsSync(file)) return [`The demo reseller's login and keys are in ${file}`];
  if ((await listAccounts(ctx)).length > 0) return [];
  const companyName = "Demo Travel GmbH";
  const account = await createAccount(ctx, {
    companyName,
    email: EMAIL,
    currency: "EUR",
    plan: "growth",
    creditLimit: money(100),
  });
  await fundWallet(ctx, account.code, money(500), { note: "Opening balance of the demo" });
  const make = async (environment: "test" | "live") =>
    (await createKey(ctx, account.code, { environment, name: `Demo ${environment}`, scopes: SCOPES })).key;
  const login = { email: EMAIL, password: randomBase62(16) };
  await createUser(ctx, account.code, { ...login, name: "Dana Demo", role: "owner" });
  const demo: Demo = {
    login,
    accountCode: account.code,
    companyName,
    testKey: await make("test"),
    liveKey: await make("live"),
  };
  writePrivateFile(file, JSON.stringify(demo, null, 2));
  return [
    "",
    `Demo reseller ${companyName} (${demo.accountCode}), wallet 500 EUR, credit line 100 EUR, suppliers simulated`,
    `  sign in   ${env().publicUrl}/sign-in with ${login.email} and ${login.password}`,
    `  test key  ${demo.testKey}`,
    `  live key  ${demo.liveKey}`,
    `  kept in   ${file}`,
    "  try it    npm run -s svc -- demo",
    "",
  ];
}
