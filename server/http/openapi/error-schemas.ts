import { ERRORS, type ErrorCode } from "#server/kernel/errors.ts";
import { ERROR_EXAMPLES } from "./error-examples.ts";
import { type Json, object, pascal, ref } from "./json.ts";
import type { Schemas } from "./schemas.ts";

const text = (description: string) => ({ type: "string", description });
const money = (description: string) => ({ type: "number", format: "double", description });

/** What `details` holds, for the codes that have it. */
const DETAILS: Partial<Record<ErrorCode, Json>> = {
  validation_error: object(
    {
      field: text("The faulty field, parameter or header; `body` for the body as a whole"),
      reason: text("Why a webhook address is refused"),
    },
    { optional: ["reason"] },
  ),
  insufficient_scope: object({ required_scope: text("The scope that the key lacks") }),
  insufficient_balance: object({
    context: { type: "string", enum: ["order", "topup"] },
    currency: text("ISO 4217"),
    required_amount: money("What the purchase costs"),
    available_to_spend: money("What can be spent"),
    shortfall: money("What is missing"),
    wallet_balance: money("May be negative"),
    credit_enabled: { type: "boolean" },
    credit_status: { type: "string", enum: ["none", "active", "blocked"] },
  }),
  conflict: object({ field: text("What is taken: a field or the header Idempotency-Key") }),
  price_changed: object(
    {
      field: {
        type: "string",
        enum: ["max_unit_price", "max_total_amount", "max_price"],
        description: "The cap that was exceeded",
      },
      currency: text("ISO 4217"),
      current_unit_price: money("With max_unit_price"),
      max_unit_price: money("As sent"),
      current_total_amount: money("With max_total_amount"),
      max_total_amount: money("As sent"),
      current_price: money("With max_price"),
      max_price: money("As sent"),
    },
    {
      optional: [
        "current_unit_price",
        "max_unit_price",
        "current_total_amount",
        "max_total_amount",
        "current_price",
        "max_price",
      ],
    },
  ),
  invalid_topup_package: object({ field: { type: "string", const: "package_code" } }),
  action_not_supported: object({
    provider: text("The network supplier of the eSIM"),
    action: { type: "string", enum: ["cancel", "suspend", "resume"] },
  }),
};

/** `details` may be missing although the code knows some. */
const SOMETIMES: readonly ErrorCode[] = ["conflict"];

export const errorSchemaName = (code: ErrorCode): string => `${pascal(code).replace(/Error$/, "")}Error`;

/** A schema per error code, so that a client that branches on the code knows the details. */
export function errorSchemas(codes: ErrorCode[]): Json {
  return Object.fromEntries(codes.map((code) => [errorSchemaName(code), describeError(code)]));
}

function describeError(code: ErrorCode): Json {
  const details = DETAILS[code];
  return object(
    {
      code: { type: "string", const: code },
      message: text("For people; may change"),
      ...(details && { details }),
      documentation_url: { type: "string", const: `/docs/errors#${code}` },
    },
    { optional: SOMETIMES.includes(code) ? ["details"] : [], description: ERRORS[code].meaning },
  );
}

export const errorExamples = (codes: ErrorCode[]): Json =>
  Object.fromEntries(
    codes.map((code) => [
      code,
      {
        summary: ERRORS[code].meaning,
        value: {
          success: false,
          error: { code, ...ERROR_EXAMPLES[code], documentation_url: `/docs/errors#${code}` },
          meta: { request_id: "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C", api_version: "v1" },
        },
      },
    ]),
  );

/** What the answers with one of some codes are called: `ConflictOrPriceChanged`, and `Error`, `Failure` or `Response` after it. */
export const nameOfCodes = (codes: readonly ErrorCode[]): string => pascal(codes.toSorted().join("_or_"));

/** The envelope of a refusal: with one error, or with a choice that `code` decides. */
export function nameFailure(codes: ErrorCode[], schemas: Schemas): Json {
  const errors = codes.map((code) => ref("schemas", errorSchemaName(code)));
  const mapping = Object.fromEntries(codes.map((code, i) => [code, errors[i]!.$ref]));
  const choice = { oneOf: errors, discriminator: { propertyName: "code", mapping } };
  const error = errors.length === 1 ? errors[0] : schemas.name(`${nameOfCodes(codes)}Error`, choice);
  return schemas.name(
    `${nameOfCodes(codes)}Failure`,
    object({ success: { type: "boolean", description: "Always false" }, error, meta: ref("schemas", "FailureMeta") }),
  );
}
