import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The event of a genuine delivery; throws for any other.
 *
 * @param {string} secret whsec_…, as POST /webhooks returned it
 * @param {Record<string, string | string[] | undefined>} headers with lower-case names, as Node gives them
 * @param {Buffer} body the raw bytes, before any JSON parser has touched them
 */
export function verifyWebhook(secret, headers, body) {
  const timestamp = String(headers["x-svc-timestamp"] ?? "");
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > 300) throw new Error("The delivery is too old, or has no timestamp.");

  const expected = `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;
  const sent = Buffer.from(String(headers["x-svc-signature"] ?? ""));
  if (sent.length !== expected.length || !timingSafeEqual(sent, Buffer.from(expected)))
    throw new Error("The signature does not match.");
  return JSON.parse(body.toString("utf8"));
}
