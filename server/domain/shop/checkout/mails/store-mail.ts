import type { Money } from "#server/kernel/money.ts";
import type { MailTexts } from "./texts.ts";

/**
 * What a mail about a purchase tells. `refund`: nothing was delivered, and all of it went back; `stopped`: because staff stopped it before
 * anything was bought. `shortfall`, `given-back`: a part that was not delivered, or that the shop gives back. `promised`, `stopping`: staff
 * decided it while the order is under way, without or with stopping it. `voucher`: nothing was delivered for it, and it can be redeemed
 * again. `cancelled`: so many eSIMs, with what goes back for them now.
 */
export type StoreMail =
  | { kind: "order" | "delivery" | "topup" | "voucher" }
  | { kind: "refund" | "stopped" }
  | { kind: "shortfall" | "given-back" | "promised" | "stopping"; amount: Money }
  | { kind: "cancelled"; esims: number; amount: Money };

const SAID = {
  refund: "lead",
  stopped: "stopped",
  shortfall: "part",
  "given-back": "given",
  promised: "promised",
  stopping: "stopping",
} as const;

type RefundMail = Extract<StoreMail, { kind: keyof typeof SAID }>;

export const isOfRefund = (mail: StoreMail): mail is RefundMail => mail.kind in SAID;

/** In which words a mail says that money goes back. */
export function refundWords({ kind }: RefundMail, texts: MailTexts["refund"]) {
  const { subject, announced, when, button } = texts;
  const isAhead = kind === "promised" || kind === "stopping";
  return { subject: isAhead ? announced : subject, said: texts[SAID[kind]], when, button };
}
