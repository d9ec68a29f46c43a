import { nameOf } from "../handovers/handover.ts";
import type { SaleRecord } from "./sale-status.tsx";

export type SaleRefund = SaleRecord["refunds"][number];

/** Why money goes back, in a sentence. */
export function causeInWords(refund: SaleRefund): string {
  const { cause, reason, decidedBy } = refund;
  if (cause === "whole") return "Nothing could be delivered.";
  if (cause === "shortfall") return "Fewer eSIMs were delivered than were paid for.";
  if (cause === "topup") return "The eSIM of the top-up was cancelled.";
  if (cause.startsWith("esim:")) return "An eSIM was cancelled.";
  if (isReinstated(refund)) return "A dispute that was lost, and won after all.";
  if (cause.startsWith("dispute:")) return "A dispute that was lost.";
  if (cause.startsWith("won:")) return "Decided before, and owed again: the dispute was won after all.";
  if (cause.startsWith("provider:")) return "Made at the payment provider, not from here.";
  return `${reason} (${decidedBy ? nameOf(decidedBy) : "staff"})`;
}

/** What the bank had taken is back at the provider: it is no refund any more. */
export const isReinstated = ({ cause, amount }: SaleRefund): boolean =>
  cause.startsWith("dispute:") && Number(amount) === 0;

/** How far it is. */
export function progressInWords(refund: SaleRefund): string {
  const { doneAt, isCut, amount, lastError, returnedAt, elsewhere, cause } = refund;
  if (isReinstated(refund)) return "The payment provider has the money again.";
  if (Number(amount) === 0) return "Not needed any more: the provider had given it back.";
  const cut = isCut ? " Made smaller by what the provider gave back itself." : "";
  if (elsewhere) return `Paid another way: ${elsewhere}`;
  if (returnedAt) return `Could not be paid: ${lastError}.`;
  if (doneAt && cause.startsWith("dispute:")) return "Taken by the bank of the card.";
  if (doneAt) return `Sent by the payment provider.${cut}`;
  return lastError ? `Not sent yet, tried again by itself. The provider says: ${lastError}${cut}` : `On its way.${cut}`;
}
