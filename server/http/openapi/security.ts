import type { Json } from "./json.ts";

/** A key in one of two headers, and with either the signature, for keys that require it. */
export const KEY_SECURITY: Json[] = [
  { bearer: [] },
  { header: [] },
  { bearer: [], hmac: [] },
  { header: [], hmac: [] },
];

const HMAC = `For keys that require signed requests (\`hmac_required\` of \`POST /auth/test\`); the key is sent as well. Three headers:

| Header | Value |
|---|---|
| \`X-SVC-Timestamp\` | unix time in seconds, at most 5 minutes from ours |
| \`X-SVC-Request-Id\` | 8 to 64 characters of \`A-Z a-z 0-9 _ -\`, new for each request |
| \`X-SVC-Signature\` | \`sha256=\` and the signature in lower-case hex |

The signature is HMAC-SHA-256 over these five lines, joined by a newline (\`\\n\`), none after the last:

1. the HTTP method in capitals
2. the request target exactly as it is sent: the path from its first \`/\` (with \`/api/v1\`) and, when there is one, \`?\` and the query; nothing decoded, sorted or encoded anew
3. the value of \`X-SVC-Timestamp\`
4. the value of \`X-SVC-Request-Id\`
5. the SHA-256 of the raw body bytes in lower-case hex; without a body that of the empty string

The HMAC key is the UTF-8 bytes of the whole signing secret (\`svc_sign_…\`), which is shown once with the API key. A request id that was used before is refused, also after a restart of ours. Whatever is wrong is 401 \`authentication_failed\`, and the message says what.`;

export const SECURITY_SCHEMES: Json = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "`Authorization: Bearer <API key>`. The key begins with `svc_test_` or `svc_live_`.",
  },
  header: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "The API key. When both headers are sent they must hold the same key.",
  },
  hmac: { type: "apiKey", in: "header", name: "X-SVC-Signature", description: HMAC },
};
