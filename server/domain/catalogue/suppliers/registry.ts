import { inTime } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { measure } from "#server/kernel/metrics.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { SECOND } from "#server/kernel/time.ts";
import { airalo } from "./airalo/adapter.ts";
import { accountMark, readCredentials } from "./credentials.ts";
import { esimAccess } from "./esimaccess/adapter.ts";
import { esimGo } from "./esimgo/adapter.ts";
import { type Exchange, SUPPLIER_CODES, type Supplier, type SupplierCode } from "./port.ts";
import { FREELY, type Turns, takeTurns } from "./turns.ts";

/** What the exchange is about, for the record. @property askedBy the account whose request it is, see `takeTurns` */
export type About = { orderId?: number; reference?: string; askedBy?: number };

type Make = (settings: Record<string, string>, record: (exchange: Exchange) => void, turns: Turns) => Supplier;

const ADAPTERS: Record<SupplierCode, Make> = {
  esimaccess: ({ url = "https://api.esimaccess.com", access_code = "" }, record, turns) =>
    esimAccess({ url, accessCode: access_code }, record, turns),
  airalo: (
    { url = "https://partners-api.airalo.com", client_id = "", client_secret = "", webhook_url, async },
    record,
    turns,
  ) =>
    airalo(
      { url, clientId: client_id, clientSecret: client_secret, isAsync: async === "true", webhookUrl: webhook_url },
      record,
      turns,
    ),
  esimgo: ({ url = "https://api.esim-go.com", api_key = "", refunds }, record, turns) =>
    esimGo({ url, apiKey: api_key, refunds: refunds === "true" }, record, turns),
};

/** What stands in for each adapter, in tests. */
const standIns = () =>
  processSingleton("suppliers' stand-ins", () => ({ behave: (supplier: Supplier): Supplier => supplier }));

/** For tests: from now on every supplier of this process behaves otherwise. */
export function overrideSuppliers(behave: (supplier: Supplier) => Supplier): void {
  standIns().behave = behave;
}

const adapter = (code: SupplierCode, ...given: Parameters<Make>): Supplier =>
  standIns().behave(ADAPTERS[code](...given));

export const isSupplierCode = (code: string): code is SupplierCode =>
  (SUPPLIER_CODES as readonly string[]).includes(code);

const limitOf = (code: SupplierCode) => ({ calls: describeSupplier(code).callsPerSecond, perMs: SECOND });

/**
 * @property account whom the supplier takes us for, see `accountMark`
 * @property begin, missedTurn, takeShare, requireShare see `takeTurns`
 */
export type Connected = Supplier & {
  account: string;
  begin(): Promise<Date | null>;
  missedTurn(): Date | null;
  takeShare(accountId: number | null): Promise<{ at: Date; taken: boolean }>;
  requireShare(): void;
  flush(): Promise<void>;
};

/**
 * A supplier whose exchanges are kept as evidence. `flush` writes them; call it when the outcome has been dealt with,
 * so that a slow disk never stands between an answer and its booking.
 */
export async function connectSupplier(ctx: Ctx, code: SupplierCode, about: About = {}): Promise<Connected> {
  const exchanges: Exchange[] = [];
  const settings = { ...env().suppliers[code], ...(await readCredentials(ctx.db, code)) };
  // A job goes on with what was accepted: nobody's request makes it.
  const askedBy = ctx.actor.kind === "job" ? undefined : about.askedBy;
  const { turns, ...own } = takeTurns(ctx, code, limitOf(code), askedBy);
  const keep = (exchange: Exchange) => {
    exchanges.push(exchange);
    // Of a refusal the supplier's own code is in the record.
    const outcome = exchange.outcome.split(" ")[0]!;
    measure("supplier_call_duration", { supplier: code, operation: exchange.operation, outcome }, exchange.durationMs);
  };
  const supplier = adapter(code, settings, keep, turns);
  return {
    ...supplier,
    ...own,
    account: accountMark(code, settings),
    flush: () => writeExchanges(ctx, code, about, exchanges.splice(0)),
  };
}

/** What a supplier is with the settings in force, without asking it anything. */
export function describeSupplier(
  code: SupplierCode,
): Pick<
  Supplier,
  | "code"
  | "name"
  | "capabilities"
  | "maxOrderQuantity"
  | "idempotentOrders"
  | "refundsTopups"
  | "reportsInstallation"
  | "callsPerSecond"
> {
  return adapter(code, env().suppliers[code] ?? {}, () => {}, FREELY);
}

/** Asks the supplier for our wallet with these credentials; null when it answers, else what it says. */
export async function tryCredentials(
  ctx: Ctx,
  code: SupplierCode,
  values: Record<string, string>,
): Promise<string | null> {
  const { turns } = takeTurns(ctx, code, limitOf(code));
  const answer = await adapter(code, { ...env().suppliers[code], ...values }, () => {}, turns).balance();
  return answer.kind === "found" ? null : answer.kind === "unknown" ? answer.message : "it knows no such account";
}

async function writeExchanges(
  ctx: Ctx,
  code: SupplierCode,
  { orderId = undefined, reference = undefined }: About,
  exchanges: Exchange[],
): Promise<void> {
  if (exchanges.length === 0) return;
  await ctx.db.query(sql`
    insert into supplier_calls (supplier_code, operation, order_id, reference, outcome, request, response, duration_ms, created_at)
    select ${code}, x.operation, ${orderId ?? null}::bigint, ${reference ?? null}::text, x.outcome, x.request, x.response, x."durationMs", ${ctx.clock.now()}
      from jsonb_to_recordset(${storableJson(exchanges)}::jsonb) as x(operation text, outcome text, request text, response text, "durationMs" int)`);
  // People are called by what the calls amount to; several failures within seconds are looked at once.
  if (exchanges.some(({ outcome }) => UNANSWERED.has(outcome)))
    await enqueue(ctx.db, "watch-service", {}, inTime(ctx.clock.now(), WATCHED_AFTER));
}

const WATCHED_AFTER = 5 * SECOND;
const UNANSWERED: ReadonlySet<string> = new Set(["not_sent", "unclear", "busy"]);
