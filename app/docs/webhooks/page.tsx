import type { Metadata } from "next";
import { Blocks } from "#components/docs/blocks.tsx";
import { Code } from "#components/docs/code.tsx";
import { DocsPage } from "#components/docs/docs-page.tsx";
import type { OpenApiDocument } from "#components/docs/reference/document.ts";
import { RETRY_SCHEDULE } from "#components/docs/retry-schedule.ts";
import { Section } from "#components/docs/section.tsx";
import { Table } from "#components/docs/table.tsx";
import { openApi } from "#server/api/v1/openapi.ts";
import { readSnippet } from "../read-snippet.ts";

export const metadata: Metadata = { title: "Webhooks" };

const VERIFIERS = [
  { language: "Node.js", file: "verify-webhook.mjs" },
  { language: "Python", file: "verify_webhook.py" },
  { language: "PHP", file: "verify_webhook.php" },
  { language: "Go", file: "verify_webhook.go" },
];

export default function Webhooks() {
  const { webhooks } = openApi() as OpenApiDocument;
  const events = Object.entries(webhooks).map(([type, { post }]) => ({ type, ...post }));
  return (
    <DocsPage
      title="Webhooks"
      lead="Events are sent to your HTTPS endpoints as they happen: signed, repeated until you have them, in the test environment as in the live one."
      path="/docs/webhooks"
    >
      <Section title="Register an endpoint">
        <Blocks
          blocks={[
            "`POST /webhooks` with a public HTTPS address (port 443 or 8443; local and private addresses are refused) and the events you want; without `events` it gets all. The answer holds the secret, once. An endpoint belongs to the environment of the key that made it.",
            {
              label: "curl",
              sample: `curl -sS -X POST $SVC_URL/webhooks -H "Authorization: Bearer $SVC_KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"url\\": \\"$SVC_HOOK\\", \\"events\\": [\\"order.delivered\\", \\"order.failed\\"]}"`,
            },
            "`POST /webhooks/{id}/test` sends `integration.test` to that endpoint, whatever it subscribes to. `GET /webhooks/{id}/deliveries` shows what became of every delivery.",
          ]}
        />
      </Section>
      <Section title="What you receive">
        <Blocks
          blocks={[
            "A POST with a JSON body: `id`, `type`, `api_version`, `environment`, `created_at`, `sequence` and `data`, which holds the record in the API's own shape: `{order}`, `{esim}`, `{action}`, `{api_key}` or `{}`. The bytes are the same at every attempt.",
            "`sequence` grows per account and environment, with gaps: with two events about one record, the higher one is the newer.",
          ]}
        />
        <Table
          head={["Header", "Meaning"]}
          rows={events[0]!.parameters.map(({ name, description }) => [`\`${name}\``, description ?? ""])}
        />
      </Section>
      <Section title="Verify the signature">
        <Blocks
          blocks={[
            "Compute HMAC-SHA-256 over the timestamp, a dot and the raw body, with the whole secret (`whsec_…`) as the key; compare in constant time; refuse timestamps older than 300 seconds. Use the bytes as they came: a body that was parsed and written again is another text.",
            "The `webhook-*` headers follow the Standard Webhooks convention, so its libraries work as well.",
            "While a secret is rotated, for 24 hours, `webhook-signature` carries the signatures of both secrets and `X-SVC-Signature` the old one's.",
          ]}
        />
        {VERIFIERS.map(({ language, file }, i) => (
          <details key={file} open={i === 0} className="mt-3">
            <summary className="min-h-6 cursor-pointer font-semibold">{language}</summary>
            <Code label={file}>{readSnippet(file)}</Code>
          </details>
        ))}
      </Section>
      <Section title="Answer, then work">
        <Blocks
          blocks={[
            "Any 2xx within 15 seconds counts as received. Answer first and do the work afterwards. The same event may come more than once, so deduplicate by `X-SVC-Event-Id`.",
          ]}
        />
        <Code label="receive-webhook.mjs">{readSnippet("receive-webhook.mjs")}</Code>
      </Section>
      <Section title="Retries">
        <Blocks
          blocks={[
            "Anything else is a failure, redirects and time-outs included, and is tried again: 12 attempts over about 72 hours, each wait varied by 20 % either way. `Retry-After` is honoured up to 6 hours.",
          ]}
        />
        <Table
          head={["Attempt", "Wait before it"]}
          rows={RETRY_SCHEDULE.map(({ words }, i) => [String(i + 1), words])}
        />
        <Blocks
          blocks={[
            "After ten failures in a row an endpoint gets one attempt at a time, at most a minute apart, until it answers again; then everything that waited is sent.",
            "410 disables the endpoint at once. So do 5 days in which every attempt failed. A disabled endpoint gets nothing; make a new one to go on.",
          ]}
        />
      </Section>
      <Section title="Events">
        {events.map(({ type, description, requestBody }) => (
          <section key={type} id={type} aria-labelledby={`${type}-title`} className="mt-4 scroll-mt-4">
            <h3 id={`${type}-title`} className="font-mono font-semibold">
              <a href={`#${type}`} className="hover:underline">
                {type}
              </a>
            </h3>
            <p className="mt-1 text-ink-soft">{description}</p>
            <details className="mt-1 [&_pre]:max-h-96">
              <summary className="min-h-6 cursor-pointer text-ink-soft text-xs">Sample</summary>
              <Code label={`${type}, body`}>
                {JSON.stringify(requestBody!.content["application/json"].example, null, 2)}
              </Code>
            </details>
          </section>
        ))}
      </Section>
    </DocsPage>
  );
}
