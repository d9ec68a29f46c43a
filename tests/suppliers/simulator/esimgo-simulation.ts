import { esimGo } from "#server/domain/catalogue/suppliers/esimgo/adapter.ts";
import type { EsimRef, Found, Outcome, SupplierEsim } from "#server/domain/catalogue/suppliers/port.ts";
import { money } from "#server/kernel/money.ts";
import { SIMULATOR_CREDENTIALS } from "#server/simulator/credentials.ts";
import { eventually, simulate } from "./simulation.ts";

export const BUNDLE = "esim_5GB_30D_TR_V2";
export const UNFIT = "esim_50GB_30D_TR_U";
export const KEY = SIMULATOR_CREDENTIALS.esimgo.api_key;
export const nothingLinked = async () => new Set<string>();

/** Long enough ago for what happened since to be in every list. */
export const aWhileAgo = () => new Date(Date.now() - 60_000);

/** What it costs at the simulator. */
export const PRICE = 2.72;

export const orderOf = (quantity = 1, item = BUNDLE, usd = PRICE) => ({
  reference: "T-1",
  supplierPackageId: item,
  quantity,
  unitCostUsd: money(usd),
});

export const kindOf = (outcome: Outcome<unknown>) => (outcome.kind === "rejected" ? outcome.code : outcome.kind);

export const valueIn = <T>(found: Found<T> | Outcome<T>): T => {
  if ("value" in found) return found.value;
  throw new Error(JSON.stringify(found));
};

/** The simulators in this process, a client that speaks eSIM Go's format, and the adapter on it. */
export async function simulateEsimGo(options: Parameters<typeof simulate>[0] = {}) {
  const simulation = await simulate(options);
  const url = simulation.addresses.esimgo;
  const adapter = esimGo({ url, apiKey: KEY, refunds: true }, () => {});
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/v2.5/${path}`, {
      method,
      headers: { "x-api-key": KEY, accept: "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(2_000),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: parse(text) };
  };
  const esimsOf = (supplierReference: string): Promise<SupplierEsim[]> =>
    eventually(async () => {
      const { esims, allocating } = valueIn(await adapter.getOrderEsims(supplierReference, "T-1"));
      if (allocating) throw new Error("still allocating");
      return esims;
    });
  return {
    ...simulation,
    adapter,
    ask,
    esimsOf,
    set: (operation: string, mode: string, more: { times?: number; latencyMs?: number; quantity?: number } = {}) =>
      simulation.control({ kind: "set", supplier: "esimgo", operation, mode, ...more }),
    records: async () =>
      (await simulation.control({ kind: "show" })).suppliers.find(({ supplier }) => supplier === "esimgo")!,
    async bought(quantity = 1, item = BUNDLE, usd = PRICE): Promise<EsimRef[]> {
      const { supplierReference } = valueIn(await adapter.order(orderOf(quantity, item, usd)));
      const esims = await esimsOf(supplierReference);
      return esims.map(({ supplierEsimId, iccid }) => ({
        supplierEsimId,
        iccid,
        supplierReference,
        createdAt: new Date(),
      }));
    },
    esimAt: async (esim: EsimRef) => (await adapter.getEsims([esim])).get(esim.supplierEsimId)!,
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
