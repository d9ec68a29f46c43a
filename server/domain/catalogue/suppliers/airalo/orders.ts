import type { z } from "zod";
import type { Money } from "#server/kernel/money.ts";
import { MINUTE } from "#server/kernel/time.ts";
import type { Delivered, Found, LinkedOrders, Outcome, SupplierEsim, SupplierOrderRequest } from "../port.ts";
import { type Call, toRefusal } from "./client.ts";
import { readVolume, toSupplierEsim } from "./esims.ts";
import type { Settings } from "./settings.ts";
import { Accepted, List, OrderHead, WireOrder } from "./wire.ts";

type Head = z.infer<typeof OrderHead>;

/** The supplier delivers in its reply, and takes its time for it. */
export const ORDER_TIMEOUT_MS = MINUTE;
const PAGE_SIZE = 100;
const MAX_PAGES = 20;
/** Marks a reference as that of a request: the order that comes of it has a number of its own. */
const REQUEST = "request:";
/** An order with another status, or with none and no eSIMs, is still being worked on. */
const SETTLED = new Set(["completed", "refunded"]);

export const requestReference = (requestId: string): string => `${REQUEST}${requestId}`;

/** There is no price to agree on: what the supplier asks is what is paid. */
export async function order(
  call: Call,
  { isAsync, webhookUrl }: Settings,
  { reference, supplierPackageId, quantity }: SupplierOrderRequest,
): Promise<Outcome<{ supplierReference: string; unitCostUsd?: Money }>> {
  const json = { package_id: supplierPackageId, quantity, type: "sim", description: reference };
  const request = { operation: "order", method: "POST", timeoutMs: ORDER_TIMEOUT_MS } as const;
  if (isAsync) {
    const said = await call({
      ...request,
      path: "orders-async",
      json: { ...json, ...(webhookUrl && { webhook_url: webhookUrl }) },
      schema: Accepted,
    });
    if (said.kind !== "ok") return toRefusal(said);
    return { kind: "done", value: { supplierReference: requestReference(said.value.request_id) } };
  }
  const said = await call({ ...request, path: "orders", json, schema: OrderHead });
  if (said.kind !== "ok") return toRefusal(said);
  return isAbout(said.value, reference)
    ? { kind: "done", value: { supplierReference: said.value.id, unitCostUsd: paidIn(said.value) } }
    : { kind: "unknown", message: "the answer is about another order" };
}

/** For each eSIM; in another currency it tells nothing. */
export const paidIn = ({ net_price, price, currency }: Head): Money | undefined =>
  (currency ?? "USD") === "USD" ? (net_price ?? price ?? undefined) : undefined;

/** An order that names no reference is taken at the word of whoever asked for it. */
export const isAbout = ({ description }: Head, reference: string): boolean =>
  description === null || description === undefined || description === reference;

/**
 * Looks for our reference. The supplier's filter finds every order that contains it; of several that bear it, one that
 * did not fail counts.
 */
export async function searchOrders(
  call: Call,
  reference: string,
  linked: LinkedOrders = async () => new Set(),
): Promise<Found<Head>> {
  let failed: Head | null = null;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const said = await call({
      operation: "find",
      method: "GET",
      path: "orders",
      query: {
        include: "status",
        "filter[description]": reference,
        limit: String(PAGE_SIZE),
        page: String(page),
      },
      schema: List,
    });
    if (said.kind !== "ok") return { kind: "unknown", message: said.message };
    const heads = said.value.map((entry) => OrderHead.safeParse(entry));
    const ours = heads.flatMap(({ data }) => (data?.description === reference ? [data] : []));
    const taken = ours.length > 0 ? await linked(ours.map(({ id }) => id)) : new Set();
    for (const data of ours) {
      if (taken.has(data.id)) continue;
      if (data.status !== "failed") return { kind: "found", value: data };
      failed ??= data;
    }
    // What cannot be read could be the order that is looked for.
    if (!failed && heads.some(({ success }) => !success))
      return { kind: "unknown", message: "an order in the supplier's list cannot be read" };
    if (said.lastPage === null ? heads.length < PAGE_SIZE : page >= said.lastPage)
      return failed ? { kind: "found", value: failed } : { kind: "not_found" };
  }
  return { kind: "unknown", message: "there are more orders like it than can be searched" };
}

export async function findOrder(
  call: Call,
  reference: string,
  linked: LinkedOrders,
): Promise<Found<{ supplierReference: string }>> {
  const found = await searchOrders(call, reference, linked);
  return found.kind === "found" ? { kind: "found", value: { supplierReference: found.value.id } } : found;
}

export async function getOrderEsims(
  call: Call,
  supplierReference: string,
  reference: string,
): Promise<Found<Delivered>> {
  if (!supplierReference.startsWith(REQUEST)) return await readOrder(call, supplierReference, reference);
  const found = await searchOrders(call, reference);
  if (found.kind === "found") return await readOrder(call, found.value.id, reference);
  // Accepted, and not worked on yet.
  return found.kind === "not_found" ? { kind: "found", value: { esims: [], allocating: true } } : found;
}

async function readOrder(call: Call, id: string, reference: string): Promise<Found<Delivered>> {
  const said = await call({
    operation: "query",
    method: "GET",
    path: `orders/${encodeURIComponent(id)}`,
    query: { include: "sims,status" },
    schema: WireOrder,
  });
  if (said.kind === "missing") return { kind: "not_found" };
  if (said.kind !== "ok") return { kind: "unknown", message: said.message };
  const { status = null, sims, data } = said.value;
  if (said.value.id !== id || !isAbout(said.value, reference))
    return { kind: "unknown", message: "the answer is about another order" };
  if (status === "failed") return { kind: "found", value: { esims: [], allocating: false } };
  const esims = (sims ?? []).map((sim) => toSupplierEsim(sim, newState(status, readVolume(data))));
  if (esims.includes(null)) return { kind: "unknown", message: "an eSIM of the order has no activation code" };
  const allocating = status === null ? esims.length === 0 : !SETTLED.has(status);
  return { kind: "found", value: { esims: esims as SupplierEsim[], allocating, unitCostUsd: paidIn(said.value) } };
}

const newState = (orderStatus: string | null, totalBytes: number) =>
  ({
    status: orderStatus === "refunded" ? "cancelled" : "ready",
    installationStatus: "not_installed",
    supplierStatus: orderStatus === "refunded" ? "refunded" : "NOT_ACTIVE",
    totalBytes,
    usedBytes: 0,
    expiresAt: null,
  }) as const;
