const encoder = new TextEncoder();

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

type Bytes = string | Uint8Array<ArrayBuffer>;

const sha256 = async (text: Bytes): Promise<string> =>
  hex(await crypto.subtle.digest("SHA-256", typeof text === "string" ? encoder.encode(text) : text));

/** HMAC-SHA-256 in lower-case hex. The key is the UTF-8 bytes of the whole secret. */
export async function hmac(secret: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

type Request = { method: string; url: string; body: Bytes };

/** The headers of a signed request: over method, target as it is sent, time, a new id and the body's hash. */
export async function sign(
  secret: string,
  { method, url, body }: Request,
  { now = Date.now(), requestId = crypto.randomUUID() } = {},
): Promise<Record<string, string>> {
  const { pathname, search } = new URL(url);
  const timestamp = String(Math.floor(now / 1_000));
  const text = [method, pathname + search, timestamp, requestId, await sha256(body)].join("\n");
  return {
    "X-SVC-Timestamp": timestamp,
    "X-SVC-Request-Id": requestId,
    "X-SVC-Signature": `sha256=${await hmac(secret, text)}`,
  };
}
