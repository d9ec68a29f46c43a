import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const zip = promisify(gzip);

/** Below that a packet is sent either way. */
const WORTH_ZIPPING_BYTES = 1_024;

/** @param encodings the values of Accept-Encoding; `gzip;q=0` refuses it */
export const acceptsGzip = (encodings: string): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(encodings);

/** A body as it travels. */
export async function encode(
  body: string | Buffer,
  encodings: string,
): Promise<{ bytes: string | Buffer; isZipped: boolean }> {
  const isZipped = body.length >= WORTH_ZIPPING_BYTES && acceptsGzip(encodings);
  return { bytes: isZipped ? await zip(body) : body, isZipped };
}

/** Names `data` of an answer. Weak: what the envelope says of the request is new each time. */
export const etagOf = (data: string): string =>
  `W/"${createHash("sha256").update(data).digest("base64url").slice(0, 27)}"`;

/** Whether an If-None-Match names it, or anything. */
export const isHeld = (etag: string, asked: string): boolean =>
  asked.trim() === "*" || asked.split(",").some((one) => one.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""));
