import { sha256Hex } from "#server/kernel/crypto.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { MINUTE } from "#server/kernel/time.ts";
import type { Found } from "../port.ts";
import type { Call, NotOk, Said, Settings } from "./client.ts";
import { isGone, unknown } from "./errors.ts";
import { Organisation } from "./wire.ts";

/** Prices are in the currency of the account; costs are kept in this one. */
export const OUR_CURRENCY = "USD";

type Account = { currency: string; balance: number };

const CURRENCY_KEPT_MS = 10 * MINUTE;

/** The account. The answer also holds its key and its users: what goes on record is what was read. */
export const readOrganisation = (call: Call): Promise<Said<Account>> =>
  call({
    operation: "balance",
    path: ["organisation"],
    schema: Organisation,
    recordAs: ({ currency, balance }) => JSON.stringify({ currency, balance }),
  });

export async function readCurrency(call: Call, { url, apiKey }: Settings): Promise<Said<string>> {
  const known = processSingleton("esimgo-currencies", () => new Map<string, { currency: string; until: number }>());
  const account = sha256Hex(`${url}\n${apiKey}`);
  const kept = known.get(account);
  if (kept && kept.until > performance.now()) return { kind: "ok", value: kept.currency };
  const said = await readOrganisation(call);
  if (said.kind !== "ok") return said;
  const { currency } = said.value;
  known.set(account, { currency, until: performance.now() + CURRENCY_KEPT_MS });
  return { kind: "ok", value: currency };
}

export async function readBalance(call: Call): Promise<Found<Money>> {
  const said = await readOrganisation(call);
  if (said.kind !== "ok") return unknown(said);
  const { currency, balance } = said.value;
  if (currency !== OUR_CURRENCY) return { kind: "unknown", message: `the account is in ${currency}` };
  return { kind: "found", value: money(balance) };
}

/** What is not ours is refused like everything is with a key that does not hold: so the key is tried before that is believed. */
export async function notFoundOrUnknown(
  call: Call,
  said: NotOk,
): Promise<{ kind: "not_found" } | { kind: "unknown"; message: string }> {
  if (!isGone(said)) return unknown(said);
  const account = await readOrganisation(call);
  return account.kind === "ok" ? { kind: "not_found" } : unknown(said);
}
