import { HIDDEN, SECRET_NAME, withoutSecrets } from "./masked-text.ts";

/** Headers whose values are kept. Of all others only the name: nobody knows what a client puts there. */
const SHOWN = new Set(
  `accept accept-charset accept-encoding accept-language cache-control connection content-encoding content-length content-type date
   expect from host idempotency-key if-match if-modified-since if-none-match keep-alive origin pragma prefer priority sec-fetch-mode te traceparent
   transfer-encoding upgrade user-agent via x-correlation-id x-request-id x-svc-request-id x-svc-timestamp`.split(
    /\s+/,
  ),
);
const MOST_HEADERS = 40;
const LONGEST_NAME = 60;
const LONGEST_VALUE = 200;

/** Headers as the request log keeps them: those that open something by their key's prefix or not at all. */
export function maskedHeaders(
  headers: Readonly<Record<string, readonly string[] | undefined>>,
  keyPrefix: string,
): [string, string][] {
  return Object.entries(headers)
    .slice(0, MOST_HEADERS)
    .map(([name, values = []]) => [
      withoutSecrets(name.slice(0, LONGEST_NAME)),
      name === "authorization" || name === "x-api-key"
        ? `${name === "x-api-key" ? "" : "Bearer "}${keyPrefix}${HIDDEN}`
        : SHOWN.has(name)
          ? withoutSecrets(values.join(", ").slice(0, LONGEST_VALUE))
          : HIDDEN,
    ]);
}

/** Characters of an answer that are kept. What was read is still there to be read: of that a beginning is enough. */
const KEPT = 4_000;
const KEPT_BRIEFLY = 1_000;

/** Fields of our answers that install an eSIM or sign for us; a test holds the names against the contract. */
const SECRET_FIELD = /("(?:activation_code|smdp_address|secret)":")[^"\\]*(?:\\.[^"\\]*)*/g;

/** The beginning of an answer of ours as the request log keeps it. */
export function maskedAnswer(json: string, { brief }: { brief: boolean }): string {
  const most = brief ? KEPT_BRIEFLY : KEPT;
  const kept = json.length > most ? `${beginning(json, most)} …` : json;
  return withoutSecrets(kept.replace(SECRET_FIELD, `$1${HIDDEN}`));
}

/** Whole fields only, so that no secret is cut to a form that is not known; copied, so that the whole answer is not kept with it. */
function beginning(json: string, most: number): string {
  const start = Buffer.from(json.slice(0, most)).toString();
  return start.slice(0, start.lastIndexOf(",") + 1);
}

const LONGEST_TARGET = 500;
const SECRET_PARAMETER = new RegExp(`([?&][^=&]*(?:${SECRET_NAME.source}|e-?mail)[^=&]*=)[^&]*`, "gi");

/** A request's target without what somebody put into its query by mistake, encoded or not. */
export function maskedTarget(target: string): string {
  const [path = "", ...query] = target.slice(0, LONGEST_TARGET).split("?");
  if (query.length === 0) return withoutSecrets(path);
  const asked = withoutSecrets(`?${query.join("?")}`.replace(SECRET_PARAMETER, `$1${HIDDEN}`));
  return `${withoutSecrets(path)}${withoutSecrets(decoded(asked)) === decoded(asked) ? asked : `?${HIDDEN}`}`;
}

const decoded = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
