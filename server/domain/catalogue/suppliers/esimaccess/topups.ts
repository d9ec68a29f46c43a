import type { z } from "zod";
import { MB } from "#server/kernel/data-size.ts";
import { money } from "#server/kernel/money.ts";
import type { EsimRef, Found, Outcome, SupplierTopup, SupplierTopupRequest } from "../port.ts";
import { type Call, parseJson, wordsOf } from "./client.ts";
import { ESIM_UNKNOWN, toRefusal } from "./errors.ts";
import { dataMbOf } from "./packages.ts";
import { queryEsim } from "./query-esims.ts";
import { PackageList, ToppedUp, Totals, WireTopup } from "./wire.ts";

type Receipt = { supplierReference: string | null };

/** What is malformed, in another currency or without a price is left out. */
export async function topupOptions(call: Call, { iccid }: EsimRef): Promise<Found<SupplierTopup[]>> {
  const said = await call({
    operation: "topup_options",
    path: "package/list",
    body: { type: "TOPUP", iccid },
    schema: PackageList,
  });
  if (said.kind === "error" && said.code === ESIM_UNKNOWN) return { kind: "not_found" };
  if (said.kind !== "ok") return { kind: "unknown", message: wordsOf(said) };
  const options = said.value.packageList.flatMap((entry) => {
    const parsed = WireTopup.safeParse(entry);
    return parsed.success ? [toTopup(parsed.data)] : [];
  });
  return { kind: "found", value: options };
}

const toTopup = (wire: z.infer<typeof WireTopup>): SupplierTopup => ({
  code: wire.packageCode,
  name: wire.name,
  dataMb: dataMbOf(wire),
  durationDays: wire.duration,
  costUsd: money(wire.price).dividedBy(10_000),
});

/** The supplier keeps no record of top-ups that could be asked for: they show in the eSIM's totals only. */
export async function topupEvidence(call: Call, esim: EsimRef): Promise<Found<string>> {
  const found = await queryEsim(call, "query", esim, Totals);
  return found.kind === "found" ? { kind: "found", value: JSON.stringify(found.value) } : found;
}

/** Whether a repeated transaction id is taken for the same top-up is not known: never repeat one of unknown outcome. */
export async function topup(call: Call, { reference, esim, option }: SupplierTopupRequest): Promise<Outcome<Receipt>> {
  const said = await call({
    operation: "topup",
    path: "esim/topup",
    body: {
      esimTranNo: esim.supplierEsimId,
      packageCode: option.code,
      transactionId: reference,
      // A price that moved is refused instead of paid.
      amount: option.costUsd.times(10_000).toNumber(),
    },
    schema: ToppedUp,
  });
  if (said.kind !== "ok") return toRefusal("topup", said);
  if (said.value.transactionId !== reference || said.value.iccid !== esim.iccid)
    return { kind: "unknown", message: "the answer is about another top-up" };
  return { kind: "done", value: { supplierReference: said.value.topUpEsimTranNo ?? null } };
}

/** A top-up adds to the eSIM's totals; nothing else does. */
export async function findTopup(
  call: Call,
  { esim, before, others = [] }: Pick<SupplierTopupRequest, "esim" | "before" | "others">,
): Promise<Found<Receipt>> {
  const then = Totals.safeParse(parseJson(before)).data;
  if (!then) return { kind: "unknown", message: "what was on the eSIM before is not known" };
  const found = await queryEsim(call, "find", esim, Totals);
  if (found.kind === "not_found") return { kind: "unknown", message: "the supplier does not know the eSIM" };
  if (found.kind === "unknown") return found;
  const done = others.filter(({ isDone }) => isDone);
  const moreVolume = done.reduce((left, { dataMb }) => left - dataMb * MB, found.value.totalVolume - then.totalVolume);
  const moreDays = done.reduce(
    (left, { durationDays }) => left - durationDays,
    found.value.totalDuration - then.totalDuration,
  );
  if (moreVolume === 0 && moreDays === 0) return { kind: "not_found" };
  if (moreVolume >= 0 && moreDays >= 0) return { kind: "found", value: { supplierReference: null } };
  return { kind: "unknown", message: "the eSIM's totals have become smaller" };
}
