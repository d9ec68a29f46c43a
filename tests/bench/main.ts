import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { fulfilment } from "./fulfilment.ts";
import { http } from "./http.ts";
import { hashedPerSecond, verifiedPerSecond } from "./ledger.ts";
import { lockQueue } from "./lock-queue.ts";
import { byBareStatement, byVerb, rate } from "./orders-core.ts";
import { fundedAccount, prepare, system } from "./prepare.ts";
import { requestLog } from "./request-log.ts";
import { onOwnDatabase } from "./setting.ts";
import { add, report } from "./table.ts";
import { webhooks } from "./webhooks.ts";

// Ratios within one run on one machine; absolute numbers say more about the machine than about the code.

const SECONDS = Number(process.argv[2] ?? 4);
await onOwnDatabase(async (setting) => {
  const hashed = hashedPerSecond();
  const verified = await verifiedPerSecond();
  add("verify the ledger", `${verified} entries/s`, `${hashed} bare hashes/s`, verified / hashed, 0.1);
  // First: a worker would take up the orders that the other rows leave behind.
  await webhooks(SECONDS, setting.dataDir, add);
  await fulfilment((await fundedAccount("Buyer")).ctx, setting, add);
  const prepared = await prepare();
  const { one, hundred, packageCode, packageId } = prepared;
  await core("one account", [one], packageCode, packageId);
  await core("100 accounts", hundred, packageCode, packageId);
  await requestLog(one, prepared.keyOfOne, packageCode, add);
  await http(prepared, setting, SECONDS);
  for (const { clients, measured, modelled } of await lockQueue(one, packageCode, 2))
    add(
      `orders on one account, ${clients} clients`,
      `${measured}/s`,
      `${modelled}/s modelled`,
      measured / modelled,
      null,
    );
  await room(one, packageCode);
  report();
});

async function core(name: string, contexts: AccountCtx[], packageCode: string, packageId: number): Promise<void> {
  const bare = await rate(SECONDS, byBareStatement(contexts, packageId));
  // The floor writes no true chain: the verb starts from wallets that the floor has not touched.
  await database().query(sql`
    update wallets w set sequence = l.sequence, head_hash = l.hash from (
      select distinct on (account_id) account_id, sequence, hash from ledger_entries order by account_id, sequence desc) l where l.account_id = w.account_id`);
  const verb = await rate(SECONDS, byVerb(contexts, packageCode));
  add(`accept an order, ${name}, domain verb`, `${verb}/s`, `${bare}/s bare statement`, verb / bare, 0.6);
}

/** 50 clients at once against room for 15 orders. */
async function room({ account }: AccountCtx, packageCode: string): Promise<void> {
  const { code } = await createAccount(system(), {
    companyName: "Room for 15",
    email: "bench@example.com",
    currency: account.currency,
  });
  await fundWallet(system(), code, money(75));
  const own = await enterAccount(system(), code, "live");
  const order = byVerb([own], packageCode);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      order(0).then(
        () => "accepted",
        (error) => error.code as string,
      ),
    ),
  );
  const accepted = outcomes.filter((outcome) => outcome === "accepted").length;
  const refused = outcomes.filter((outcome) => outcome === "insufficient_balance").length;
  add("50 clients, room for 15 orders", `${accepted} accepted, ${refused} × 402`, "15 accepted, 35 × 402", null, null);
}
