/**
 * The one error table: what the API answers, what /docs/errors explains, what the OpenAPI document lists.
 * `retry` says whether sending the same request again can help.
 */
export const ERRORS = {
  bad_request: {
    status: 400,
    meaning: "The body is not valid JSON, or the request line or the Host is malformed.",
    cause:
      "The body could not be parsed: cut off, wrongly quoted, not UTF-8, or empty although a Content-Length was sent. Or the path has dot segments, empty segments, backslashes, encoded slashes or needless encodings, or there is not exactly one Host.",
    fix: "Send the output of a JSON library, encoded in UTF-8, to the path as the documentation writes it.",
    retry: "No. The same bytes fail again.",
  },
  authentication_failed: {
    status: 401,
    meaning: "The key is missing, malformed, revoked or expired, or the HMAC signature is invalid.",
    cause:
      "No key was sent, it was cut or mistyped (keys carry a checksum), it was revoked, it expired, or a signed request had a wrong signature, an old timestamp or a request id that was used before.",
    fix: "Send the key as `Authorization: Bearer <key>` or `X-API-Key: <key>`. For keys that require HMAC, sign the exact bytes and request target that are sent, with a clock that is right to the minute and a new request id each time.",
    retry: "Only after correcting the key or the signature.",
  },
  insufficient_balance: {
    status: 402,
    meaning: "The wallet balance plus available credit does not cover the amount.",
    cause:
      "The amount due is larger than `available_to_spend`. No order or top-up was created and nothing was charged.",
    fix: "Fund the wallet or order less; `details.shortfall` says how much is missing.",
    retry: "After funding, with the same Idempotency-Key if you like: a refused request leaves the key free.",
  },
  insufficient_scope: {
    status: 403,
    meaning: "The key lacks the scope that the operation requires.",
    cause: "The key was made with fewer scopes; `details.required_scope` names the missing one.",
    fix: "Use a key that has the scope, or make a new one with it.",
    retry: "No.",
  },
  access_denied: {
    status: 403,
    meaning: "The account or environment is closed, or the caller is outside the key's IP allowlist.",
    cause:
      "The account was closed, test or live access is switched off for it, or the request came from an address that the key does not allow.",
    fix: "Call from an allowed address, or ask us to open the account or environment. Behind a proxy, its outgoing address counts.",
    retry: "No.",
  },
  resource_not_found: {
    status: 404,
    meaning:
      "The record does not exist or belongs to another account or environment; also any path or method that is not part of the API.",
    cause:
      "The id or reference is wrong, or it was made with a key of another environment: test and live records are invisible to each other.",
    fix: "Check the id and that the key's environment is the one it was created in. When the header `Allow` is present, the path exists for those methods.",
    retry: "No.",
  },
  package_not_found: {
    status: 404,
    meaning: "The package does not exist or is no longer on sale.",
    cause: "The code is wrong or the supplier withdrew the package.",
    fix: "Synchronise the catalogue. `GET /packages/{id}` names the replacement of a withdrawn code when there is one.",
    retry: "No.",
  },
  conflict: {
    status: 409,
    meaning:
      "The Idempotency-Key was used with a different body, the client_reference is taken, or the record's state does not allow the operation.",
    cause: "Another request came first: the key or reference belongs to it, or the record has moved on.",
    fix: "Use a new Idempotency-Key or client_reference for a new order; read the record before repeating an action.",
    retry: "No.",
  },
  price_changed: {
    status: 409,
    meaning: "The current price exceeds max_unit_price, max_total_amount or max_price. Nothing was charged.",
    cause: "The price moved since it was read; `details` has the current price and the cap that was sent.",
    fix: "Get a new quote, decide, and order with the new price as the cap.",
    retry: "Only with a higher cap.",
  },
  unsupported_media_type: {
    status: 415,
    meaning: "The request has a body and its Content-Type is not application/json.",
    cause: "The Content-Type header is missing or names another format.",
    fix: "Send `Content-Type: application/json`.",
    retry: "No.",
  },
  validation_error: {
    status: 422,
    meaning: "A field, header or parameter is missing or invalid.",
    cause:
      "`details.field` names it; the message says what was expected. Unknown body fields are refused too, so that a misspelt price cap is never ignored.",
    fix: "Correct the named field.",
    retry: "No.",
  },
  invalid_topup_package: {
    status: 422,
    meaning: "The package_code is not a valid top-up for this eSIM.",
    cause: "The code is not among the eSIM's top-up options, or the options changed.",
    fix: "Read `GET /esims/{iccid}/topup-options` and use one of its codes.",
    retry: "No.",
  },
  topup_not_supported: {
    status: 422,
    meaning: "The eSIM's supplier does not support top-ups.",
    cause: "The network supplier or this package cannot be topped up.",
    fix: "Check `topup_supported` of the package and `GET /meta/capabilities` before offering top-ups.",
    retry: "No.",
  },
  action_not_supported: {
    status: 422,
    meaning: "The supplier does not support the action. Nothing was queued.",
    cause: "Cancel, suspend or resume is not offered by the network supplier of this eSIM.",
    fix: "Check `GET /meta/capabilities` before offering the action.",
    retry: "No.",
  },
  rate_limit_exceeded: {
    status: 429,
    meaning: "The limit of requests per minute or per day is used up.",
    cause:
      "Too many requests with this key (or, without a valid key, from this address); or the account asks a network supplier for more than its share.",
    fix: "Wait the seconds that the header `Retry-After` gives. The `X-RateLimit-*` headers of every response say what is left.",
    retry: "Yes, after `Retry-After`. A refused request costs no quota.",
  },
  internal_error: {
    status: 500,
    meaning: "Something unexpected happened; details are withheld.",
    cause: "A fault on our side. It is logged under the request id.",
    fix: "Repeat the request, purchases with the same Idempotency-Key. If it persists, send us the request id.",
    retry: "Yes, with backoff.",
  },
  supplier_error: {
    status: 502,
    meaning: "The network supplier did not answer for the moment.",
    cause: "A supplier that is asked while you wait (refresh, top-up options) failed or was too slow.",
    fix: "Repeat with exponential backoff: 1 s, 2 s, 4 s.",
    retry: "Yes, with backoff.",
  },
  service_unavailable: {
    status: 503,
    meaning: "The service is temporarily unavailable.",
    cause: "The database cannot be reached or this process is stopping.",
    fix: "Repeat with backoff, purchases with the same Idempotency-Key: whatever happened, it happens once.",
    retry: "Yes, with backoff.",
  },
  supplier_unavailable: {
    status: 503,
    meaning: "The package's supplier is closed for sale. Nothing was charged.",
    cause: "Sales through this network supplier are suspended for now.",
    fix: "Offer an equal package of another supplier (same `product_key`), or try later.",
    retry: "Yes, after minutes rather than seconds.",
  },
  fx_unavailable: {
    status: 503,
    meaning: "There is no verified current exchange rate for the account currency: no price, no sale.",
    cause: "The rate is missing, unverified or too old.",
    fix: "Try later; accounts in USD are not affected.",
    retry: "Yes, after minutes rather than seconds.",
  },
} as const satisfies Record<string, { status: number; meaning: string; cause: string; fix: string; retry: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes whose `details` are part of the contract. */
type RequiredDetails = {
  validation_error: { field: string };
  insufficient_scope: { required_scope: string };
  insufficient_balance: {
    context: "order" | "topup";
    currency: string;
    required_amount: number;
    available_to_spend: number;
    shortfall: number;
    wallet_balance: number;
    credit_enabled: boolean;
    credit_status: string;
  };
};

type Details<C extends ErrorCode> = C extends keyof RequiredDetails
  ? [details: RequiredDetails[C] & Record<string, unknown>]
  : [details?: Record<string, unknown>];

/** A refusal that the caller may see. `message` says what is wrong and what to do. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  /** Extra response headers, such as Retry-After. */
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    details?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = "ServiceError";
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** The only way to refuse: a code of the table, words that help, and the details the code requires. */
export function fail<C extends ErrorCode>(code: C, message: string, ...[details]: Details<C>): never {
  throw new ServiceError(code, message, details);
}

/** Survives the two copies of this module that live in one process (Next bundles its own). */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === "ServiceError" && "code" in error;
}
