import { createHash, createHmac, randomUUID } from "node:crypto";

/**
 * The three headers of a signed request.
 *
 * @param {string} secret svc_sign_…
 * @param {string} method in capitals
 * @param {string} target path and query exactly as they are sent, such as /api/v1/orders?limit=5
 * @param {string} body the JSON text that is sent, "" without one
 */
export function signRequest(secret, method, target, body = "", now = new Date(), id = randomUUID()) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const text = [method, target, timestamp, id, bodyHash].join("\n");
  return {
    "X-SVC-Timestamp": timestamp,
    "X-SVC-Request-Id": id,
    "X-SVC-Signature": `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`,
  };
}
