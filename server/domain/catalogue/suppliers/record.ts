import type { Money } from "#server/kernel/money.ts";

/** From the first moment up to, and not including, the second. */
export type Range = { from: Date; to: Date };

/** A purchase of ours as it stands in the supplier's own record; what failed, and was not paid for, is not in it. */
export type PurchaseRecord = {
  supplierReference: string;
  /** Ours; null where the supplier keeps none. */
  reference: string | null;
  /** Null where the record does not tell one from the other. */
  kind: "order" | "topup" | null;
  supplierPackageId: string | null;
  quantity: number;
  /** Paid for each; null where the record does not say. */
  unitCostUsd: Money | null;
  /** As far as the record names them; `totalBytes` only where top-ups show in nothing else. */
  esims: { supplierEsimId: string; iccid: string; cancelled: boolean; totalBytes: number | null }[];
  /** All of it was paid back. */
  refunded: boolean;
  createdAt: Date;
};

/** Money that came back, where the supplier lists that apart from what had been bought. */
export type RefundRecord = { supplierReference: string; supplierPackageId: string; createdAt: Date };

/** `unread`: entries that make no sense. With any of them, nothing follows from what is not in the record. */
export type SupplierRecord = { purchases: PurchaseRecord[]; refunds: RefundRecord[]; unread: number };
