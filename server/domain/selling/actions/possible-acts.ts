import { describeSupplier, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { type Esim, isFinal } from "#server/domain/selling/esims/index.ts";
import type { ActionKind, ActionStatus } from "./action.ts";

/** Why an act is not possible now; null when it is. The verbs refuse for the same reasons. */
export type PossibleActs = Record<ActionKind, string | null>;

const MAY_BE_SUSPENDED: readonly string[] = ["ready", "installed", "activated", "exhausted"];

export const mayBeSuspended = ({ status }: Pick<Esim, "status">): boolean => MAY_BE_SUSPENDED.includes(status);

const GERUND: Record<ActionKind, string> = {
  topup: "topping up",
  cancel: "cancelling",
  suspend: "suspending",
  resume: "resuming",
};

/** @param actions of this eSIM, in any order; `topupBar`: why nothing can be put on it, whatever its state */
export function possibleActs(
  esim: Esim,
  actions: { action: ActionKind; status: ActionStatus }[],
  topupBar: string | null,
): PossibleActs {
  const { name, capabilities } = describeSupplier(esim.supplierCode as SupplierCode);
  const open = new Set(
    actions.filter(({ status }) => status !== "succeeded" && status !== "failed").map(({ action }) => action),
  );
  const reasonFor = (kind: ActionKind, state: string | null): string | null => {
    if (!capabilities[kind]) return `${name}, the network supplier of this eSIM, does not offer ${GERUND[kind]}.`;
    if (isFinal(esim.status)) return `The eSIM is ${esim.status}: nothing more happens to it.`;
    if (open.has(kind)) return "This was asked for already and is under way.";
    return state;
  };
  return {
    topup: reasonFor("topup", topupBar),
    cancel: reasonFor("cancel", null),
    suspend: reasonFor("suspend", mayBeSuspended(esim) ? null : `The eSIM is ${esim.status}.`),
    resume: reasonFor("resume", esim.status === "suspended" ? null : "The eSIM is not suspended."),
  };
}
