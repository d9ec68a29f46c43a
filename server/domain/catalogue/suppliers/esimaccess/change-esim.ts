import type { EsimRef, Outcome, PaidBack, SupplierEsim } from "../port.ts";
import type { Call } from "./client.ts";
import { toRefusal, WRONG_STATE } from "./errors.ts";
import { toSupplierEsim } from "./esims.ts";
import { queryEsim } from "./query-esims.ts";
import { Changed, WireEsim } from "./wire.ts";

/** Only an eSIM that was never downloaded; what was paid for it and its top-ups is given back. */
export async function cancel(call: Call, esim: EsimRef): Promise<Outcome<PaidBack>> {
  // A revoked one is closed too, but nothing was given back for it.
  const outcome = await change(call, esim, "cancel", "esim/cancel", (is) => is.supplierStatus === "CANCEL");
  return outcome.kind === "done" ? { kind: "done", value: { priceRefunded: true, topupsRefunded: true } } : outcome;
}

export const suspend = (call: Call, esim: EsimRef): Promise<Outcome<null>> =>
  change(call, esim, "suspend", "esim/suspend", ({ status }) => status === "suspended");

export const resume = (call: Call, esim: EsimRef): Promise<Outcome<null>> =>
  change(call, esim, "resume", "esim/unsuspend", ({ status }) => status !== null && RUNNING.has(status));

const RUNNING = new Set<SupplierEsim["status"]>(["ready", "installed", "activated", "exhausted"]);

/**
 * A refusal because of the eSIM's state is no outcome yet: an earlier call whose answer was lost may have done what is
 * asked for. So its state is looked at.
 */
async function change(
  call: Call,
  esim: EsimRef,
  operation: "cancel" | "suspend" | "resume",
  path: string,
  isDone: (esim: SupplierEsim) => boolean,
): Promise<Outcome<null>> {
  const said = await call({ operation, path, body: { esimTranNo: esim.supplierEsimId }, schema: Changed });
  if (said.kind === "ok") return { kind: "done", value: null };
  if (said.kind !== "error" || said.code !== WRONG_STATE) return toRefusal("change", said);
  const found = await queryEsim(call, "find", esim, WireEsim);
  if (found.kind === "unknown") return found;
  const is = found.kind === "found" ? toSupplierEsim(found.value) : null;
  if (is && isDone(is)) return { kind: "done", value: null };
  if (is && is.status === null)
    return { kind: "unknown", message: `the eSIM is in a state that is not known: ${is.supplierStatus}` };
  return {
    kind: "rejected",
    code: "refused",
    message: `${said.code} ${said.message} (${is?.supplierStatus ?? "unknown eSIM"})`,
  };
}
