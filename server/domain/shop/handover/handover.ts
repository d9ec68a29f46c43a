import type { Language } from "#server/domain/shop/checkout/index.ts";

/** `replaced`: every eSIM of it was sent again since. */
export type HandoverState = "open" | "withdrawn" | "replaced" | "expired";

/** eSIMs of one order that staff sent to a customer. */
export type Handover = {
  id: number;
  recipient: string;
  language: Language;
  iccids: string[];
  /** `staff:somebody@example.com` */
  sentBy: string;
  createdAt: Date;
  expiresAt: Date;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  state: HandoverState;
  mail: "under_way" | "sent" | "failing" | "kept_in_outbox";
};
