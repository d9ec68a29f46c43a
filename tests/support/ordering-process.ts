import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { keepPartitions } from "#server/domain/control/partitions/index.ts";
import { fundWallet, verifyLedger } from "#server/domain/money/ledger/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { isDatabaseBusy, isDatabaseDown } from "#server/kernel/database-errors.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { claim, enter, newAccount, newPackage, system } from "./world.ts";

/** @property file its witness log: what it asks, and what it was answered, outside the database */
export type Ordering = {
  databaseUrl: string;
  masterKey: string;
  checkpointDir: string;
  hurried: boolean;
  file: string;
};

export type Witnessed =
  | { kind: "ask"; key: string }
  | { kind: "answer"; key: string; response: string }
  | { kind: "waited"; ms: number }
  | { kind: "fault"; error: string };

const CLIENTS = 3;
const PAUSE_MS = 40;

// Orders without an end, as clients do: under the same key until it was answered. When its input ends it finishes, has the
// partitions kept, and prints what the service's own rules say.
const { file, ...settings } = JSON.parse(process.argv[2] ?? "{}") as Ordering;
overrideEnv(settings);
setEventShapes(eventShapes);
await seed(system());
const { code } = await newAccount({ wallet: 1_000_000, markup: 20 });
const { packageId } = await newPackage();
const ctx = await enter(code);
const write = (line: Witnessed) => appendFileSync(file, `${JSON.stringify(line)}\n`);
let isEnding = false;
process.stdin
  .once("end", () => {
    isEnding = true;
  })
  .resume();
process.stdout.write("up\n");
await Promise.all([...Array.from({ length: CLIENTS }, client), book()]);

const { ok, failures } = await checkInvariants(system());
const ledger = await verifyLedger(system());
await keepPartitions(system());
process.stdout.write(`${JSON.stringify({ ok: ok && ledger.ok, failures: [...failures, ...ledger.failures] })}\n`);
await database().close();

async function client(): Promise<void> {
  for (; !isEnding; await sleep(PAUSE_MS)) {
    const key = ulid();
    write({ kind: "ask", key });
    const began = performance.now();
    const order = { packageId, quantity: 1, clientReference: key };
    const { response } = await untilAnswered(() => placeOrder(ctx, order, claim(key)));
    write({ kind: "waited", ms: performance.now() - began });
    write({ kind: "answer", key, response });
  }
}

/** What goes on record in the audit log, too; and the hourly job, which may make no partition while the database moves. */
async function book(): Promise<void> {
  for (; !isEnding; await sleep(10 * PAUSE_MS)) {
    await fundWallet(system(), code, money(1)).catch(note);
    await keepPartitions(system()).catch(note);
  }
}

async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (; ; await sleep(PAUSE_MS))
    try {
      return await ask();
    } catch (error) {
      note(error);
    }
}

/** The service answers these with 503 and when to come again. */
function note(error: unknown): void {
  if (!isDatabaseDown(error) && !isDatabaseBusy(error)) write({ kind: "fault", error: String((error as Error).stack) });
}
