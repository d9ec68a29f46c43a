import { createHmac } from "node:crypto";
import { equalBytes, sha256Hex } from "#server/kernel/crypto.ts";
import type { NoticeRequest, SupplierWebhook } from "../port.ts";
import { requestReference } from "./orders.ts";
import { Notice } from "./wire.ts";

const SIGNATURE = /^[0-9a-f]{128}$/i;

/** Signed with the API secret. There is no number to tell two notices apart by, so the body is what is compared. */
export function parseWebhook({ body, header }: NoticeRequest, secret: string): SupplierWebhook | null {
  const signature = header("airalo-signature")?.trim() ?? "";
  if (!secret || !SIGNATURE.test(signature)) return null;
  const json = parseJson(body);
  if (json === undefined || !isSigned(body, json, secret, Buffer.from(signature, "hex"))) return null;
  const outer = Notice.safeParse(json);
  if (!outer.success) return null;
  // An order may come in the envelope that replies have.
  const inner = Notice.safeParse(outer.data.data);
  const notice = inner.success
    ? { ...inner.data, request_id: inner.data.request_id ?? outer.data.request_id }
    : outer.data;
  const kind = kindOf(notice);
  if (!kind) return null;
  return {
    kind,
    dedupeKey: sha256Hex(body),
    reference: (kind === "async_orders" && notice.description) || null,
    supplierReference: notice.request_id ? requestReference(notice.request_id) : null,
    supplierEsimId: null,
    iccid: kind === "webhook_low_data" ? (notice.iccid ?? null) : null,
  };
}

type Read = ReturnType<typeof Notice.parse>;

/** The names under which an account subscribes to them. */
function kindOf({ request_id, iccid, event, level, type, message, remaining }: Read): string | null {
  if (request_id) return "async_orders";
  if (iccid && (level || type || event)) return "webhook_low_data";
  return message && remaining !== undefined ? "webhook_credit_limit" : null;
}

/** The bytes as they came, or, where a proxy has touched them, the forms in which the supplier may have signed them. */
function isSigned(body: string, json: unknown, secret: string, signature: Buffer): boolean {
  const compact = serialise(json);
  const slashed = compact.replaceAll("/", "\\/");
  const ascii = slashed.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [body, compact, slashed, ascii]
    .map((form) => equalBytes(createHmac("sha512", secret).update(form).digest(), signature))
    .includes(true);
}

/** Empty for what is nested too deeply. */
function serialise(json: unknown): string {
  try {
    return JSON.stringify(json) ?? "";
  } catch {
    return "";
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
