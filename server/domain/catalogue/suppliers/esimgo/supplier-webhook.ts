import { equalBytes, hmacSha256 } from "#server/kernel/crypto.ts";
import type { NoticeRequest, SupplierWebhook } from "../port.ts";
import { orderOf } from "./applied-bundles.ts";
import { Callback } from "./wire.ts";

/**
 * Signed with the API key. Callbacks have no id and no time: the signature, which is the same for the same words, stands
 * for both.
 */
export function parseWebhook(apiKey: string, { body, header }: NoticeRequest): SupplierWebhook | null {
  const signature = readSignature(header("X-Signature-SHA256") ?? "");
  if (!apiKey || !signature) return null;
  const expected = hmacSha256(apiKey, body);
  if (!equalBytes(signature, expected)) return null;
  const callback = readCallback(body);
  if (!callback) return null;
  const { alertType, event, iccid = null, bundle } = callback;
  return {
    kind: alertType ?? event ?? "unnamed",
    dedupeKey: expected.toString("hex"),
    reference: null,
    supplierReference: bundle?.reference ? orderOf(bundle.reference) : null,
    supplierEsimId: iccid,
    iccid,
  };
}

/** One document of the supplier shows hexadecimal digits, another base64. */
function readSignature(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, "base64") : null;
}

function readCallback(body: string) {
  try {
    const parsed = Callback.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
