import type { Block, DocSection } from "./guides/guide.ts";

const KEYED = `-H "Authorization: Bearer $SVC_KEY"`;
const JSON_BODY = `-H "Content-Type: application/json"`;

/** The integration flow, step by step: pasted in order into a shell, each sample runs. `apiUrl`: this service's, with `/api/v1`. */
export const quickstart = (apiUrl: string) => [
  {
    title: "Verify the key",
    text: "Every call carries the key as a bearer token or in `X-API-Key`. The answer names the environment and the scopes.",
    sample: `export SVC_KEY=svc_test_…
export SVC_URL=${apiUrl}

curl -sS -X POST $SVC_URL/auth/test ${KEYED}`,
  },
  {
    title: "Read prices",
    text: "Prices are yours, in your account's currency. Take one full pull a day and an hourly one with `updated_since`. The first package of the list is the one of the next steps.",
    sample: `curl -sS "$SVC_URL/packages?country=TR&limit=5" ${KEYED} | tee packages.json
PACKAGE=$(grep -o '"package_id":"[^"]*"' packages.json | head -1 | cut -d '"' -f 4)`,
  },
  {
    title: "Get a quote",
    text: "Price and funds check for a quantity, valid for five minutes and not binding.",
    sample: `curl -sS -X POST $SVC_URL/quotes ${KEYED} \\
  ${JSON_BODY} \\
  -d "{\\"package_id\\": \\"$PACKAGE\\", \\"quantity\\": 2}" | tee quote.json
PRICE=$(grep -o '"unit_price":[0-9.]*' quote.json | head -1 | cut -d : -f 2)`,
  },
  {
    title: "Place the order",
    text: "The `Idempotency-Key` makes a repeat safe: the same key never orders or charges twice. The quoted price as `max_unit_price` protects you from a price that moved.",
    sample: `ORDER=shop-$(date +%s)
curl -sS -X POST $SVC_URL/orders ${KEYED} \\
  ${JSON_BODY} -H "Idempotency-Key: $ORDER" \\
  -d "{\\"package_id\\": \\"$PACKAGE\\", \\"quantity\\": 2, \\"client_reference\\": \\"$ORDER\\", \\"max_unit_price\\": $PRICE}" | tee order.json
REFERENCE=$(grep -o '"reference":"[^"]*"' order.json | head -1 | cut -d '"' -f 4)`,
  },
  {
    title: "Receive the profiles",
    text: "`order.delivered` arrives at your webhook endpoint, signed; or read the order. `profiles[].activation_code` is the LPA string for the QR code. The endpoint is an https address of yours that the internet reaches.",
    sample: `curl -sS $SVC_URL/orders/$REFERENCE ${KEYED}

export SVC_HOOK=https://shop.example.com/hooks/esim
curl -sS -X POST $SVC_URL/webhooks ${KEYED} \\
  ${JSON_BODY} \\
  -d "{\\"url\\": \\"$SVC_HOOK\\", \\"events\\": [\\"order.delivered\\", \\"order.failed\\"]}"`,
  },
  {
    title: "Go live",
    text: "Use a live key. Orders are charged from the wallet and its credit line, queued for the supplier and usually delivered within seconds.",
    sample: "export SVC_KEY=svc_live_…",
  },
];

export const QUICKSTART = {
  path: "/docs",
  title: "Quickstart",
  lead: "From a key to a delivered eSIM. A test key plays the whole flow for free: its orders are delivered at once with fake profiles, and its webhooks are real.",
};

const PROGRAMS = [
  { language: "Node.js", file: "quickstart.mjs" },
  { language: "Python", file: "quickstart.py" },
  { language: "PHP", file: "quickstart.php" },
];

/** The same six steps as programs, with what each language brings. @param snippet the text of a file of docs/snippets */
export const quickstartPrograms = (snippet: (file: string) => string): DocSection => ({
  title: "The same as a program",
  blocks: [
    "Each reads `SVC_URL` and `SVC_KEY`, and needs nothing that does not come with the language.",
    ...PROGRAMS.map(
      ({ language, file }): Block => ({ fold: language, blocks: [{ label: file, sample: snippet(file) }] }),
    ),
  ],
});
