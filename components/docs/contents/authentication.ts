import type { DocSection } from "../guides/guide.ts";
import { HMAC_EXAMPLE, signedText } from "../hmac-example.ts";
import { type OpenApiDocument, operationsOf } from "../reference/document.ts";

/** Scope, its risk, and what it opens. */
function scopeRows(document: OpenApiDocument): string[][] {
  const operations = document.tags.flatMap(({ name }) => operationsOf(document, name));
  const byScope = Map.groupBy(
    operations.filter((operation) => operation["x-scope"]),
    (operation) => operation["x-scope"]!,
  );
  return [...byScope].map(([scope, all]) => [
    `\`${scope}\``,
    all[0]!["x-risk"] ?? "",
    all.map(({ method, path }) => `\`${method} ${path}\``).join(", "),
  ]);
}

const hexLines = (text: string) =>
  [...new TextEncoder().encode(text)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .reduce((lines, byte, i) => lines + (i > 0 && i % 24 === 0 ? "\n" : i > 0 ? " " : "") + byte, "");

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

export const AUTHENTICATION = {
  path: "/docs/authentication",
  title: "Authentication",
  lead: "Every call carries an API key. A key belongs to one account and one environment, has scopes, and may be bound to addresses and to signed requests.",
};

/** @param snippet the text of a file of docs/snippets */
export function authenticationSections(document: OpenApiDocument, snippet: (file: string) => string): DocSection[] {
  const { secret, method, target, timestamp, requestId, body, bodyHash, signature } = HMAC_EXAMPLE;
  return [
    {
      title: "The key",
      blocks: [
        { label: "Either header", sample: "Authorization: Bearer svc_test_…\nX-API-Key: svc_test_…" },
        {
          list: [
            "`svc_test_…` plays, `svc_live_…` buys. A key is shown once, when it is made; we keep a hash. Afterwards it is known by its prefix, `svc_live_1aB2c3D4`.",
            "The last six characters are a checksum: a key that was cut or mistyped is refused at once.",
            "When both headers are sent they must hold the same key.",
            "`GET /health`, `GET /meta/scopes` and `GET /meta/events` need none.",
            "Revocation, expiry, scopes and address lists are in force from the next request on.",
          ],
        },
        "`POST /auth/test` says what a key is: prefix, environment, scopes, whether it requires signed requests, whether it has an address list.",
      ],
    },
    {
      title: "What is refused, and how",
      blocks: [
        {
          head: ["Answer", "When"],
          rows: [
            [
              "401 `authentication_failed`",
              "no key, a malformed, unknown, revoked or expired one, or a wrong signature",
            ],
            [
              "403 `access_denied`",
              "the account or the environment is closed, or the address is not on the key's list",
            ],
            ["403 `insufficient_scope`", "the key lacks the scope; `details.required_scope` names it"],
          ],
        },
        "An address list holds addresses and networks (`203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`). What counts is the address that reaches us: behind a proxy of yours, its outgoing one.",
        "A path is sent as it is written here: one with dot segments, empty segments, backslashes, encoded slashes or needless encodings (`%61` for `a`), and a request without exactly one Host, is refused with 400 `bad_request` whatever key it carries.",
      ],
    },
    { title: "Scopes", blocks: [{ head: ["Scope", "Risk", "Opens"], rows: scopeRows(document) }] },
    {
      title: "Signed requests (HMAC)",
      id: "hmac",
      blocks: [
        "A key may require that each request is signed with a secret of its own (`svc_sign_…`), which is shown once together with the key and never sent. Whoever only has the key can then do nothing with it. Three headers are added:",
        {
          head: ["Header", "Value"],
          rows: [
            ["`X-SVC-Timestamp`", "unix time in seconds, at most 5 minutes from ours"],
            [
              "`X-SVC-Request-Id`",
              "8 to 64 characters of `A-Z a-z 0-9 _ -`, new for each request: a used one is refused",
            ],
            ["`X-SVC-Signature`", "`sha256=` and the HMAC-SHA-256 in lower-case hex"],
          ],
        },
        "What is signed are five lines, joined by a newline, with none at the end:",
        {
          steps: [
            "the method in capitals",
            "the request target exactly as it is sent: path with `/api/v1`, and `?` with the query when there is one; nothing decoded, sorted or encoded anew",
            "the value of `X-SVC-Timestamp`",
            "the value of `X-SVC-Request-Id`",
            "the SHA-256 of the body's bytes in lower-case hex; without a body that of the empty string, `e3b0c442…b855`",
          ],
        },
        "The HMAC key is the UTF-8 bytes of the whole secret, `svc_sign_` included. A repeat of a purchase takes a new request id and the old Idempotency-Key.",
        { label: "sign-request.mjs", sample: snippet("sign-request.mjs") },
        {
          head: ["Part of a request", "Is it signed?"],
          rows: [
            ["Method, path, query, body", "yes: whoever changes one of them breaks the signature"],
            ["The time and the request id", "yes: nothing is taken later than 5 minutes, and nothing twice"],
            [
              "`Idempotency-Key`",
              "no. TLS protects it on its way, and a signed request cannot be sent a second time with another key, since its request id is used. Where something between you and us ends TLS and is not to be trusted with it, send a `client_reference` in the body: it is signed, and a second order with the same one is refused with 409, whatever its Idempotency-Key says",
            ],
            [
              "The API key, `Content-Type` and all other headers",
              "no. The secret belongs to one key; a body of another type than JSON is refused",
            ],
            ["The host", "no. An environment and its keys exist at one service only"],
          ],
        },
      ],
    },
    {
      title: "A worked example",
      id: "hmac-example",
      blocks: [
        "To check your implementation against. The secret belongs to no key.",
        {
          label: "What is given",
          sample: `secret      ${secret}
method      ${method}
target      ${target}
timestamp   ${timestamp}
request id  ${requestId}
body        ${body}`,
        },
        { label: `SHA-256 of the body's ${bytesOf(body)} bytes`, sample: bodyHash },
        {
          label: `The text that is signed, ${bytesOf(signedText(HMAC_EXAMPLE))} bytes`,
          sample: signedText(HMAC_EXAMPLE),
        },
        { label: "The same as bytes", sample: hexLines(signedText(HMAC_EXAMPLE)) },
        {
          label: "Headers that are sent",
          sample: `X-SVC-Timestamp: ${timestamp}
X-SVC-Request-Id: ${requestId}
X-SVC-Signature: sha256=${signature}`,
        },
      ],
    },
  ];
}
