import { createHash } from "node:crypto";
import type { NoticeRequest, SupplierWebhook } from "../port.ts";
import { parseJson } from "./client.ts";
import { Notice } from "./wire.ts";

/** Its webhooks carry no signature: the address is secret, and what they say is asked for again. */
export function parseWebhook({ body }: Pick<NoticeRequest, "body">): SupplierWebhook | null {
  const parsed = Notice.safeParse(parseJson(body));
  if (!parsed.success) return null;
  const { notifyType, notifyId, content } = parsed.data;
  // The test of an address names an order that does not exist.
  const { transactionId, orderNo, esimTranNo, iccid } = notifyType === "CHECK_HEALTH" ? {} : content;
  return {
    kind: notifyType,
    dedupeKey: notifyId || createHash("sha256").update(body).digest("hex"),
    reference: transactionId || null,
    supplierReference: orderNo || null,
    supplierEsimId: esimTranNo || null,
    iccid: iccid || null,
  };
}
