import { createSecretKey } from "node:crypto";
import { hmacSha256 } from "#server/kernel/crypto.ts";

type Message = {
  eventId: string;
  type: string;
  body: string;
  secret: string;
  /** While a rotation overlaps. */
  previousSecret?: string | undefined;
  at: Date;
};

/**
 * Our headers and those of Standard Webhooks, over the same bytes. While a rotation overlaps `webhook-signature` carries
 * both secrets' signatures; X-SVC-Signature has room for one, the old secret's.
 */
export function signatureHeaders({ eventId, type, body, secret, previousSecret, at }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  return {
    "X-SVC-Event": type,
    "X-SVC-Event-Id": eventId,
    "X-SVC-Timestamp": timestamp,
    "X-SVC-Signature": `sha256=${hmacSha256(previousSecret ?? secret, `${timestamp}.${body}`).toString("hex")}`,
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((key) => standardSignature(key, `${eventId}.${timestamp}.${body}`)).join(" "),
  };
}

/** Standard Webhooks sign with the bytes that the secret's base64 stands for. */
const standardSignature = (secret: string, signed: string): string =>
  `v1,${hmacSha256(createSecretKey(secret.slice("whsec_".length), "base64"), signed).toString("base64")}`;
