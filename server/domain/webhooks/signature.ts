import { hmacSha256 } from "#server/kernel/crypto.ts";

type Message = { eventId: string; type: string; body: string; secret: string; at: Date };

/** Our headers and those of Standard Webhooks, both over the same bytes. */
export function signatureHeaders({ eventId, type, body, secret, at }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const standardKey = Buffer.from(secret.slice("whsec_".length), "base64");
  return {
    "X-SVC-Event": type,
    "X-SVC-Event-Id": eventId,
    "X-SVC-Timestamp": timestamp,
    "X-SVC-Signature": `sha256=${hmacSha256(secret, `${timestamp}.${body}`).toString("hex")}`,
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${hmacSha256(standardKey, `${eventId}.${timestamp}.${body}`).toString("base64")}`,
  };
}
