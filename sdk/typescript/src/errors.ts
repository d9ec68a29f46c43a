import type { components } from "./schema.ts";

type Schemas = components["schemas"];
/** Every refusal of the API, told apart by `code`. */
type Refusal = {
  [Name in keyof Schemas]: Schemas[Name] extends { code: infer Code extends string; documentation_url: string }
    ? string extends Code
      ? never
      : Schemas[Name]
    : never;
}[keyof Schemas];

export type ErrorCode = Refusal["code"];
type DetailsOf<Code extends ErrorCode> = Extract<Refusal, { code: Code }> extends { details?: infer D } ? D : undefined;

/** A refusal of the API. Branch on `code`; messages are for people and may change. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: Code;
  readonly details: DetailsOf<Code>;
  /** For questions to support. */
  readonly requestId: string | null;
  /** Milliseconds after which a repeat makes sense; null where the answer says nothing. */
  readonly retryAfterMs: number | null;

  constructor(
    status: number,
    error: { code: Code; message: string; details?: unknown },
    requestId: string | null,
    retryAfterMs: number | null,
  ) {
    super(`${error.code}: ${error.message}`);
    this.status = status;
    this.code = error.code;
    this.details = error.details as DetailsOf<Code>;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer, or none of the API: of a purchase the outcome is unknown. Repeat it with the same Idempotency-Key. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/** Whether something that was thrown is a refusal, with one of the codes where some are given: `details` is typed then. */
export function isApiError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError<Code> {
  return error instanceof ApiError && (codes.length === 0 || (codes as ErrorCode[]).includes(error.code));
}
