import { join } from "node:path";
import { type Database, one, sql } from "#server/kernel/db.ts";
import { MINUTE } from "#server/kernel/time.ts";
import type { Service } from "../support/service.ts";
import { compareBooks } from "./books.ts";
import { startClients } from "./clients.ts";
import { choosePackages } from "./prepare.ts";
import { settle } from "./settle.ts";
import { readWitness } from "./witness.ts";

const CLIENTS = 4;
const PAUSE_MS = 60;
const SETTLE_MS = 8 * MINUTE;

export type OrderLoad = Awaited<ReturnType<typeof startOrderLoad>>;

/** Programs of one reseller with money for all they want, that order, top up and cancel, each with its witness log in the folder. */
export async function startOrderLoad(service: Service, db: Database, folder: string) {
  const { account_code: code } = await service.svc<{ account_code: string }>(
    ...["account", "create", "--name", "Faults", "--email", "f@example.com", "--currency", "USD", "--plan", "scale"],
    ...["--rate-minute", "10000000", "--rate-day", "100000000"],
  );
  const funded = 10_000_000;
  await service.svc("wallet", "fund", code, String(funded));
  const { key } = await service.svc<{ key: string }>("key", "create", code, "--env", "live", "--scopes", "all");
  const { id } = one(await db.query<{ id: number }>(sql`select id from accounts where code = ${code}`));
  const packages = await choosePackages(db);
  const clients = startClients(
    Array.from({ length: CLIENTS }, (_, n) => ({
      ...{ file: join(folder, `client-${n}.jsonl`), url: service.url, key, seed: n, packages },
      ...{ stores: [], payments: "", pauseMs: PAUSE_MS },
    })),
  );
  const witness = () => readWitness(clients.files, clients.killed);
  return {
    finish: clients.finish,
    stop: clients.stop,
    /** When clients were answered an order, in order. */
    answeredAt: (): number[] =>
      witness()
        .asked.flatMap((asked) => (asked.what === "order" ? asked.answers : []))
        .flatMap(({ status, at }) => (status === 200 ? [at] : []))
        .toSorted((a, b) => a - b),
    /** What clients were told against the database and the service's own rules, when everything has settled. */
    async compare(dayMs: number) {
      const settled = await settle(db, SETTLE_MS, dayMs);
      const { asked, losts, faults, voids } = witness();
      const found = [...settled.faults, ...faults, ...voids];
      found.push(...(await compareBooks(db, { id, code, funded, asked }, new Set(), new Set())));
      for (const rules of [["audit"], ["ledger", "verify"]])
        await service.svc(...rules).catch((error: Error) => found.push(`${rules.join(" ")}: ${error.message}`));
      const count = (what: string) =>
        asked.filter((one) => one.what === what && one.answers.some(({ status }) => status === 200)).length;
      const answered = `${count("order")} orders, ${count("topup")} top-ups, ${count("cancel")} cancels; ${losts} tries without an answer`;
      return { faults: found, answered, statuses: settled.statuses };
    },
  };
}
