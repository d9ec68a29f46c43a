import { BASE_PATH } from "../dispatch.ts";
import type { Operation } from "../operation.ts";
import { describeOperation } from "./describe-operation.ts";
import { describeCallback, describeWebhook, type WebhookEvent } from "./describe-webhook.ts";
import { errorExamples, errorSchemas } from "./error-schemas.ts";
import { HEADERS } from "./headers.ts";
import type { Json, Sample } from "./json.ts";
import { ENVELOPE_SCHEMAS, ErrorResponses } from "./responses.ts";
import { Schemas } from "./schemas.ts";
import { SECURITY_SCHEMES } from "./security.ts";

const VERSION = "6.0.0";

const DESCRIPTION = `Sell travel eSIMs under your own brand.

- Every answer is an envelope: \`{success, data, meta}\` or \`{success, error, meta}\`. Branch on \`error.code\`; messages may change.
- Money is a JSON number in the account currency, with at most four decimals. Times are UTC.
- A test key (\`svc_test_…\`) plays everything for free; a live key (\`svc_live_…\`) buys. Neither sees the other's records.
- Unknown fields of a body are refused; unknown query parameters are ignored. Answers and events get new fields without a new version: ignore what you do not know.
- Bodies are JSON of at most 64 KiB, sent as \`application/json\`.`;

type Contract<Id extends string> = {
  operations: Record<Id, Operation>;
  samples: Record<Id, Sample>;
  events: Record<string, WebhookEvent>;
  /** Descriptions by name, in the order of the reference. */
  tags: Record<string, string>;
  publicUrl: string;
};

/** The OpenAPI 3.1 document; the keys of `operations` are the operation ids. */
export function buildOpenApi<Id extends string>({ operations, samples, events, tags, publicUrl }: Contract<Id>): Json {
  const schemas = new Schemas();
  const errors = new ErrorResponses(schemas);
  const paths: Record<string, Json> = {};
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    const sample = samples[id as Id];
    if (!sample) throw new Error(`${id} has no sample: add its request and answer to server/api/v1/samples.`);
    const described = describeOperation(id, operation, sample, { schemas, errors });
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described };
  }
  const webhooks = Object.fromEntries(
    Object.entries(events).map(([type, event]) => [type, describeWebhook(type, event, schemas)]),
  );
  const { post, ...others } = paths["/webhooks"] as { post: Json };
  paths["/webhooks"] = { ...others, post: { ...post, callbacks: describeCallback(Object.keys(events), schemas) } };
  const codes = errors.usedCodes();
  return {
    openapi: "3.1.0",
    info: {
      title: "Reseller eSIM Service API",
      version: VERSION,
      description: DESCRIPTION,
      contact: { name: "Support for integrators", url: `${publicUrl}/docs` },
      license: { name: "Proprietary", url: `${publicUrl}/docs` },
    },
    servers: [{ url: serverUrl(publicUrl), description: "Test and live: the key decides" }],
    externalDocs: { url: `${publicUrl}/docs`, description: "Quickstart and guides" },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [],
    paths,
    webhooks,
    components: {
      schemas: { ...schemas.components, ...errorSchemas(codes), ...ENVELOPE_SCHEMAS },
      responses: errors.components,
      headers: HEADERS,
      examples: errorExamples(codes),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Without a public name the address is relative to the document's own, and so right wherever it is read. */
const serverUrl = (publicUrl: string): string =>
  new URL(publicUrl).hostname === "localhost" ? BASE_PATH : publicUrl + BASE_PATH;
