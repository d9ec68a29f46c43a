import type { Block, DocSection } from "../guides/guide.ts";
import type { OpenApiDocument } from "../reference/document.ts";
import { RETRY_SCHEDULE } from "../retry-schedule.ts";

const VERIFIERS = [
  { language: "Node.js", file: "verify-webhook.mjs" },
  { language: "Python", file: "verify_webhook.py" },
  { language: "PHP", file: "verify_webhook.php" },
  { language: "Go", file: "verify_webhook.go" },
];

export const WEBHOOKS = {
  path: "/docs/webhooks",
  title: "Webhooks",
  lead: "Events are sent to your HTTPS endpoints as they happen: signed, repeated until you have them, in the test environment as in the live one.",
};

/** Everything but the events. @param snippet the text of a file of docs/snippets */
export function webhookSections({ webhooks }: OpenApiDocument, snippet: (file: string) => string): DocSection[] {
  const [{ post }] = Object.values(webhooks) as [OpenApiDocument["webhooks"][string]];
  return [
    {
      title: "Register an endpoint",
      blocks: [
        "`POST /webhooks` with a public HTTPS address (port 443 or 8443; local and private addresses are refused) and the events you want; without `events` it gets all. The answer holds the secret, once. An endpoint belongs to the environment of the key that made it.",
        {
          label: "curl",
          sample: `curl -sS -X POST $SVC_URL/webhooks -H "Authorization: Bearer $SVC_KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"url\\": \\"$SVC_HOOK\\", \\"events\\": [\\"order.delivered\\", \\"order.failed\\"]}"`,
        },
        "`POST /webhooks/{id}/test` sends `integration.test` to that endpoint, whatever it subscribes to. `GET /webhooks/{id}/deliveries` shows what became of every delivery.",
      ],
    },
    {
      title: "What you receive",
      blocks: [
        "A POST with a JSON body: `id`, `type`, `api_version`, `environment`, `created_at`, `sequence` and `data`, which holds the record in the API's own shape: `{order}`, `{esim}`, `{action}`, `{api_key}` or `{}`. The bytes are the same at every attempt.",
        "`sequence` grows per account and environment, with gaps: with two events about one record, the higher one is the newer.",
        {
          head: ["Header", "Meaning"],
          rows: post.parameters.map(({ name, description }) => [`\`${name}\``, description ?? ""]),
        },
      ],
    },
    {
      title: "Verify the signature",
      blocks: [
        "Compute HMAC-SHA-256 over the timestamp, a dot and the raw body, with the whole secret (`whsec_…`) as the key; compare in constant time; refuse timestamps older than 300 seconds. Use the bytes as they came: a body that was parsed and written again is another text.",
        "The `webhook-*` headers follow the Standard Webhooks convention, so its libraries work as well.",
        "While a secret is rotated, for 24 hours, `webhook-signature` carries the signatures of both secrets and `X-SVC-Signature` the old one's.",
        ...VERIFIERS.map(
          ({ language, file }, i): Block => ({
            fold: language,
            isOpen: i === 0,
            blocks: [{ label: file, sample: snippet(file) }],
          }),
        ),
      ],
    },
    {
      title: "Answer, then work",
      blocks: [
        "Any 2xx within 15 seconds counts as received. Answer first and do the work afterwards. The same event may come more than once, so deduplicate by `X-SVC-Event-Id`.",
        { label: "receive-webhook.mjs", sample: snippet("receive-webhook.mjs") },
      ],
    },
    {
      title: "Retries",
      blocks: [
        "Anything else is a failure, redirects and time-outs included, and is tried again: 12 attempts over about 72 hours, each wait varied by 20 % either way. `Retry-After` is honoured up to 6 hours.",
        { head: ["Attempt", "Wait before it"], rows: RETRY_SCHEDULE.map(({ words }, i) => [String(i + 1), words]) },
        "After ten failures in a row an endpoint gets one attempt at a time, at most a minute apart, until it answers again; then everything that waited is sent.",
        "A delivery can be sent again from the portal, with the same id and the same bytes: one, or those that failed, or all since a moment, also what an endpoint missed while it was disabled.",
        "410 disables the endpoint at once. So do 5 days in which every attempt failed. A disabled endpoint gets nothing until your team enables it again in the portal.",
      ],
    },
  ];
}
