import type { z } from "zod";
import { after, MINUTE } from "#server/kernel/time.ts";
import type { EsimRef, Found, SupplierEsim } from "../port.ts";
import { type Call, type NotOk, wordsOf } from "./client.ts";
import { ESIM_UNKNOWN, isAboutQuestion, ORDER_UNKNOWN } from "./errors.ts";
import { toSupplierEsim } from "./esims.ts";
import { leftAfter, MAX_PAGE_BYTES, MAX_PAGES, pageOf, windowOf } from "./pages.ts";
import { EsimEntries, EsimIdentity, WireEsim } from "./wire.ts";

/** An eSIM is received soon after the supplier made it. */
const AROUND = 5 * MINUTE;

type Answers = Map<string, Found<SupplierEsim>>;

/** Why the supplier is not asked any further now; null when it may be. */
type Stop = string | null;

/**
 * Many eSIMs at a time where they were bought at about the same time, then order by order, and one by one only those
 * that are left. A supplier that does not answer is not asked again and again: the rest is unknown then.
 */
export async function getEsims(call: Call, esims: EsimRef[]): Promise<Answers> {
  const answers: Answers = new Map();
  const open = () => esims.filter(({ supplierEsimId }) => !answers.has(supplierEsimId));
  let stop: Stop = null;
  for (const group of groupByTime(esims))
    if (!stop && ordersIn(group) > 1) stop = await takeWindow(call, group, answers);
  for (const [orderNo, group] of Map.groupBy(open(), (esim) => esim.supplierReference))
    if (!stop && group.length > 1) stop = await takeOrder(call, orderNo, group, answers);
  for (const esim of open()) {
    if (stop) answers.set(esim.supplierEsimId, { kind: "unknown", message: stop });
    else stop = await takeOne(call, esim, answers);
  }
  return answers;
}

/** The supplier's record of one eSIM, as `schema` reads it. */
export async function queryEsim<S extends z.ZodType>(
  call: Call,
  operation: "query" | "find",
  esim: Pick<EsimRef, "supplierEsimId">,
  schema: S,
): Promise<Found<z.infer<S>>> {
  const { found } = await askForOne(call, operation, esim);
  return readAs(found, schema);
}

/** eSIMs of one window of time, as long as its pages are fewer than the calls that they save. */
async function takeWindow(call: Call, group: EsimRef[], answers: Answers): Promise<Stop> {
  const window = windowOf(after(group[0]!.createdAt, -AROUND), after(group.at(-1)!.createdAt, AROUND));
  let seen = 0;
  for (let pageNum = 1; pageNum <= MAX_PAGES; pageNum++) {
    const said = await call({
      operation: "query",
      path: "esim/query",
      body: { ...window, ...pageOf(pageNum) },
      schema: EsimEntries,
      maxBytes: MAX_PAGE_BYTES,
    });
    // An order that is being allocated may keep it from answering for the whole window: each order is asked for then.
    if (said.kind !== "ok") return stopAfter(said);
    const { esimList } = said.value;
    takeEntries(esimList, group, answers);
    seen += esimList.length;
    const left = leftAfter(said.value, seen);
    const missing = group.filter(({ supplierEsimId }) => !answers.has(supplierEsimId));
    if (left === 0 || esimList.length === 0 || ordersIn(missing) <= left / esimList.length) return null;
  }
  return null;
}

async function takeOrder(call: Call, orderNo: string, group: EsimRef[], answers: Answers): Promise<Stop> {
  const said = await call({
    operation: "query",
    path: "esim/query",
    body: { orderNo, ...pageOf(1) },
    schema: EsimEntries,
  });
  if (said.kind === "ok") takeEntries(said.value.esimList, group, answers);
  else if (said.kind === "error" && said.code === ORDER_UNKNOWN)
    for (const { supplierEsimId } of group) answers.set(supplierEsimId, { kind: "not_found" });
  return said.kind === "ok" ? null : stopAfter(said);
}

/** Takes what can be read of the eSIMs asked for; the others stay open. */
function takeEntries(entries: unknown[], group: EsimRef[], answers: Answers): void {
  const wanted = new Set(group.map(({ supplierEsimId }) => supplierEsimId));
  for (const entry of entries) {
    const wire = WireEsim.safeParse(entry).data;
    if (wire && wanted.has(wire.esimTranNo))
      answers.set(wire.esimTranNo, { kind: "found", value: toSupplierEsim(wire) });
  }
}

async function takeOne(call: Call, esim: EsimRef, answers: Answers): Promise<Stop> {
  const { found, stop } = await askForOne(call, "query", esim);
  const read = readAs(found, WireEsim);
  answers.set(esim.supplierEsimId, read.kind === "found" ? { kind: "found", value: toSupplierEsim(read.value) } : read);
  return stop;
}

async function askForOne(
  call: Call,
  operation: "query" | "find",
  { supplierEsimId }: Pick<EsimRef, "supplierEsimId">,
): Promise<{ found: Found<unknown>; stop: Stop }> {
  const said = await call({
    operation,
    path: "esim/query",
    body: { esimTranNo: supplierEsimId, ...pageOf(1) },
    schema: EsimEntries,
  });
  if (said.kind === "ok") return { found: pick(said.value.esimList, supplierEsimId), stop: null };
  const isUnknown = said.kind === "error" && said.code === ESIM_UNKNOWN;
  return {
    found: isUnknown ? { kind: "not_found" } : { kind: "unknown", message: wordsOf(said) },
    stop: stopAfter(said),
  };
}

function pick(entries: unknown[], supplierEsimId: string): Found<unknown> {
  const entry = entries.find((one) => EsimIdentity.safeParse(one).data?.esimTranNo === supplierEsimId);
  if (entry !== undefined) return { kind: "found", value: entry };
  return entries.length === 0
    ? { kind: "not_found" }
    : { kind: "unknown", message: "the answer is about another eSIM" };
}

function readAs<S extends z.ZodType>(found: Found<unknown>, schema: S): Found<z.infer<S>> {
  if (found.kind !== "found") return found;
  const parsed = schema.safeParse(found.value);
  if (parsed.success) return { kind: "found", value: parsed.data };
  return { kind: "unknown", message: `the eSIM's record cannot be read: ${parsed.error.issues[0]?.path.join(".")}` };
}

const stopAfter = (said: NotOk): Stop => (said.kind === "error" && isAboutQuestion(said.code) ? null : wordsOf(said));

const ordersIn = (esims: EsimRef[]) => new Set(esims.map(({ supplierReference }) => supplierReference)).size;

/** eSIMs whose windows of time touch, the oldest first. */
function groupByTime(esims: EsimRef[]): EsimRef[][] {
  const groups: EsimRef[][] = [];
  for (const esim of esims.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    const group = groups.at(-1);
    if (group && esim.createdAt <= after(group.at(-1)!.createdAt, 2 * AROUND)) group.push(esim);
    else groups.push([esim]);
  }
  return groups;
}
