import { createHash, createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";

// Makes hmac.json: signed requests that any client can replay against its own signing code. Run it with
// `node tests/vectors/make.ts`; it is deterministic, so that the file changes only when the rules do.

const SECRET = "svc_sign_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg";
const OTHER = "svc_sign_gfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA9876543210";
/** The server's clock: 2026-11-20 13:00:00 UTC. */
const NOW = 1_795_179_600;

type Parts = { method: string; target: string; timestamp: string; requestId: string; body: Buffer; secret: string };
type Change = Partial<Parts> & { signature?: string; omit?: string[]; nowMs?: number };

const lines = ({ method, target, timestamp, requestId, body }: Parts) =>
  [method, target, timestamp, requestId, createHash("sha256").update(body).digest("hex")].join("\n");
const sign = (parts: Parts) => `sha256=${createHmac("sha256", parts.secret).update(lines(parts)).digest("hex")}`;

const vectors: object[] = [];

/** @param sent what goes over the wire, where it differs from what was signed */
function add(name: string, signed: Change, reason: string | null = null, sent: Change = {}): void {
  const parts: Parts = {
    method: "GET",
    target: "/api/v1/account",
    timestamp: String(NOW),
    requestId: `vector-${String(vectors.length + 1).padStart(4, "0")}`,
    body: Buffer.alloc(0),
    secret: SECRET,
    ...signed,
  };
  const wire = { ...parts, ...sent };
  const omit = sent.omit ?? [];
  vectors.push({
    name,
    valid: reason === null,
    reason,
    server_time_ms: sent.nowMs ?? NOW * 1000,
    method: wire.method,
    target: wire.target,
    headers: Object.fromEntries(
      Object.entries({
        "X-SVC-Timestamp": wire.timestamp,
        "X-SVC-Request-Id": wire.requestId,
        "X-SVC-Signature": sent.signature ?? sign(parts),
      }).filter(([header]) => !omit.includes(header)),
    ),
    body_base64: wire.body.toString("base64"),
    signing_secret: SECRET,
    /** What a correct client signs for this request as it is sent. */
    canonical: lines(wire),
    signature: sign({ ...wire, secret: SECRET }),
  });
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const order = {
  method: "POST",
  target: "/api/v1/orders",
  body: json({ package_id: "esimaccess-TR_5_30", quantity: 2 }),
};

add("a read without a query", {});
add("a read with a query", { target: "/api/v1/packages?country=TR&limit=50" });
add("the query's order is kept", { target: "/api/v1/packages?limit=50&country=TR" });
add("an empty query keeps its question mark", { target: "/api/v1/account?" });
add("a second question mark is part of the query", { target: "/api/v1/packages?q=a?b" });
add("a repeated parameter", { target: "/api/v1/packages?q=a&q=b" });
add("a parameter without a value", { target: "/api/v1/packages?q=&unlimited" });
add("a space as %20", { target: "/api/v1/packages?q=south%20korea" });
add("a space as +", { target: "/api/v1/packages?q=south+korea" });
add("a plus as %2B", { target: "/api/v1/packages?updated_since=2026-11-20T13:00:00%2B00:00" });
add("a plus as it is", { target: "/api/v1/packages?updated_since=2026-11-20T13:00:00+00:00" });
add("percent encoding in capitals", { target: "/api/v1/packages?q=T%C3%BCrkiye" });
add("percent encoding in small letters", { target: "/api/v1/packages?q=T%c3%bcrkiye" });
add("a needless encoding is not undone", { target: "/api/v1/packages?q=%41%42" });
add("an encoded slash in the path", { target: "/api/v1/packages/a%2Fb" });
add("encoded dots in the path are not resolved", { target: "/api/v1/esims/%2e%2e/account" });
add("dots in the path are not resolved", { target: "/api/v1/esims/../account" });
add("a double slash is kept", { target: "/api/v1//account" });
add("a trailing slash is kept", { target: "/api/v1/account/" });
add("an ampersand that is encoded", { target: "/api/v1/packages?q=a%26b" });
add("characters that some clients encode", { target: "/api/v1/packages?q=a!b*c'(d)~e" });
add("a path of parameters", { target: "/api/v1/esims/8999901123456789013/usage" });
add("an order", order);
add("the same order with other white space is another body", {
  ...order,
  body: Buffer.from('{ "package_id": "esimaccess-TR_5_30",\n  "quantity": 2 }\n'),
});
add("a body in UTF-8", { ...order, body: json({ package_id: "x", client_reference: "Zürich 東京 🌍" }) });
add("a body of bytes that are no text", { ...order, body: Buffer.from([0, 255, 254, 128, 10, 13]) });
add("a body that ends with a newline", { ...order, body: Buffer.from("{}\n") });
add("an empty object is a body", { method: "POST", target: "/api/v1/auth/test", body: Buffer.from("{}") });
add("a POST without a body", { method: "POST", target: "/api/v1/auth/test" });
add("a POST with a query", { ...order, target: "/api/v1/orders?source=shop" });
add("the shortest request id", { requestId: "abcdefgh" });
add("the longest request id", { requestId: `${"Az09_-".repeat(10)}last` });
add("exactly 5 minutes old", { timestamp: String(NOW - 300) });
add("exactly 5 minutes ahead", { timestamp: String(NOW + 300) });
add("a body of 60,000 bytes", { ...order, body: Buffer.alloc(60_000, "x") });

add("5 minutes and a millisecond old", { timestamp: String(NOW - 300) }, "too old", { nowMs: NOW * 1000 + 1 });
add("a second too far ahead", { timestamp: String(NOW + 301) }, "too far ahead");
add("an hour old", { timestamp: String(NOW - 3600) }, "too old");
add("a timestamp in milliseconds", { timestamp: `${NOW}000` }, "not unix seconds");
add("a timestamp in words", { timestamp: "2026-11-20T13:00:00Z" }, "not unix seconds");
add("a timestamp with a sign", { timestamp: `+${NOW}` }, "not unix seconds");
add("a request id of 7 characters", { requestId: "abcdefg" }, "request id too short");
add("a request id of 65 characters", { requestId: "x".repeat(65) }, "request id too long");
add("a request id with a blank", { requestId: "vector 0001" }, "request id with other characters");
add("the wrong secret", { secret: OTHER }, "signed with another secret");
add("the secret without its prefix", { secret: SECRET.slice(9) }, "the whole text is the key");
add("the method in small letters", { method: "get" }, "another method was signed", { method: "GET" });
add("another method", { method: "GET", target: "/api/v1/orders" }, "another method was signed", { method: "POST" });
add("signed without the query", { target: "/api/v1/packages" }, "the query is part of the target", {
  target: "/api/v1/packages?limit=1",
});
add("signed with a sorted query", { target: "/api/v1/packages?a=1&b=2" }, "the query was sorted", {
  target: "/api/v1/packages?b=2&a=1",
});
add("signed with the decoded target", { target: "/api/v1/packages?q=a b" }, "the target was decoded", {
  target: "/api/v1/packages?q=a%20b",
});
add("signed with the resolved path", { target: "/api/v1/account" }, "the path was resolved", {
  target: "/api/v1/esims/%2e%2e/account",
});
add("signed without /api/v1", { target: "/account" }, "the path starts with /api/v1", { target: "/api/v1/account" });
add("signed with the full address", { target: "https://api.example.com/api/v1/account" }, "the target only", {
  target: "/api/v1/account",
});
add("another body", { ...order, body: json({ quantity: 1 }) }, "another body was signed", {
  body: json({ quantity: 9 }),
});
add("another timestamp", { timestamp: String(NOW - 10) }, "another timestamp was signed", { timestamp: String(NOW) });
add("another request id", { requestId: "request-a" }, "another request id was signed", { requestId: "request-b" });
add("a signature without its prefix", {}, "sha256= is part of it", { signature: "0".repeat(64) });
add("a signature in capitals", {}, "hexadecimal in small letters", { signature: `sha256=${"A".repeat(64)}` });
add("an empty signature", {}, "no signature", { signature: "" });
add("no signature header", {}, "header missing", { omit: ["X-SVC-Signature"] });
add("no timestamp header", {}, "header missing", { omit: ["X-SVC-Timestamp"] });
add("no request id header", {}, "header missing", { omit: ["X-SVC-Request-Id"] });

const about =
  "HMAC-SHA256, keyed with the UTF-8 bytes of signing_secret, over `canonical`: method, target as sent, timestamp, request id and the lower-case hex SHA-256 of the body, joined by newlines. Each vector is checked at server_time_ms, with a memory that has not seen its request id.";
writeFileSync(new URL("hmac.json", import.meta.url), `${JSON.stringify({ about, vectors }, null, 2)}\n`);
process.stdout.write(`${vectors.length} vectors\n`);
