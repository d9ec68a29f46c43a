import { createHmac } from "node:crypto";
import type { Notice } from "../webhook-sender.ts";
import { API_KEY } from "./account.ts";
import { soldAs } from "./shop.ts";
import type { Assignment } from "./state.ts";

/** Shares of the data, in percent, at whose use word is sent. */
export const THRESHOLDS = [1, 50, 80, 100];

/** Notices about one eSIM keep their order. They say neither when they were made nor which they are. */
const notice = (iccid: string, alertType: string, rest: object = {}): Notice => ({
  key: iccid,
  body: { iccid, alertType, ...rest },
});

export const attachmentNotice = (iccid: string): Notice => notice(iccid, "FirstAttachment");

export const firstUseNotice = (assignment: Assignment): Notice =>
  notice(assignment.iccid, "FirstUse", { bundle: toWireUse(assignment) });

export const usageNotice = (assignment: Assignment): Notice =>
  notice(assignment.iccid, "Utilisation", { bundle: toWireUse(assignment) });

const toWireUse = ({ id, reference, bundle, bytes, remaining, startAt, endAt }: Assignment) => ({
  id,
  reference,
  name: bundle,
  description: soldAs(bundle).description,
  initialQuantity: bytes,
  remainingQuantity: remaining,
  unit: "BYTES",
  startTime: startAt,
  endTime: endAt,
  unlimited: soldAs(bundle).unlimited,
});

/** Its documents show signatures in hexadecimal digits and in base64: here they alternate. */
export function openSigner(): (text: string) => Record<string, string> {
  let sent = 0;
  return (text) => {
    sent += 1;
    const digest = createHmac("sha256", API_KEY)
      .update(text)
      .digest(sent % 2 === 0 ? "base64" : "hex");
    return { "X-Signature-SHA256": digest };
  };
}
