import { z } from "zod";
import { LARGEST_AMOUNT, type Money, money } from "#server/kernel/money.ts";

/** Schemas that several records share. Descriptions and examples go into the OpenAPI document. */

export const recordTimestamp = () =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    .meta({ description: "UTC, YYYY-MM-DD HH:MM:SS", example: "2026-11-20 13:00:00" });

export const timestamp = () =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    .meta({ description: "ISO 8601 with offset", example: "2026-11-20T13:00:00+00:00", format: "date-time" });

/** The address of something on the web. Not checked here: what was stored is answered. */
export const address = () => z.string().meta({ format: "uri" });

export const emailAddress = () => z.string().meta({ format: "email" });

/** Described as a text that may be missing: generators know no type that is nothing but null. */
export const alwaysNull = () => z.null().meta({ description: "Always null", override: ["string", "null"] });

/** Kept for clients of the first version: generated ones mark it. */
export const copyOf = <T extends z.ZodType>(schema: T, original: string): T =>
  schema.meta({ description: `Copy of ${original}, for clients of the first version`, deprecated: true });

export const amount = () =>
  z.number().meta({ description: "In the account currency, at most four decimals", example: 12.5 });

export const integer = () => z.number().int("must be a whole number");

export const currency = () => z.string().length(3).meta({ description: "ISO 4217", example: "EUR" });

export const text = (max: number) =>
  z.string().min(1, "must not be empty").max(max, `must have at most ${max} characters`);

/** A price cap in the account currency: a JSON number, zero or more. */
export const cap = () =>
  z
    .number()
    .min(0, "must be zero or more")
    .max(LARGEST_AMOUNT, `must be at most ${LARGEST_AMOUNT}`)
    .transform((value): Money => money(value));

export const testScenario = () =>
  z
    .literal("insufficient_balance", "must be insufficient_balance")
    .optional()
    .meta({ description: "Test keys only: plays the 402 path" });

const digits = /^\d{1,16}$/;

/** A whole number in a query string, in plain digits. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(digits, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(
      integer()
        .min(min, `must be a whole number from ${min} to ${max}`)
        .max(max, `must be a whole number from ${min} to ${max}`),
    );

/** An id that a previous page gave. */
export const queryCursor = () =>
  queryInteger(0, Number.MAX_SAFE_INTEGER).meta({ description: "pagination.next_cursor of the page before" });

export const pageSize = (max: number, standard: number) =>
  queryInteger(1, max).default(standard).meta({ description: "Items per page" });

export const queryBoolean = () =>
  z
    .string()
    .regex(/^(true|false)$/, "must be true or false")
    .transform((value) => value === "true")
    .pipe(z.boolean());

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?(Z|[+ -]\d\d(?::?\d\d)?)?)?$/;

/** ISO 8601; a blank where a `+` was meant is accepted, no offset means UTC. */
export const queryTime = () =>
  z
    .string()
    .refine((value) => parseTime(value) !== null, "must be an ISO 8601 time such as 2026-11-20T13:00:00+00:00")
    .meta({ description: "ISO 8601", example: "2026-11-20T13:00:00+00:00", format: "date-time" });

export function parseTime(value: string): Date | null {
  const match = ISO.exec(value);
  if (!match) return null;
  const [, year, month, day, hour = "00", minute = "00", second = "00", offset = "Z"] = match;
  const zone =
    offset === "Z"
      ? "Z"
      : offset.replace(" ", "+").replace(/^(.\d\d):?(\d\d)?$/, (_, hours, minutes = "00") => `${hours}:${minutes}`);
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  // A day that does not exist (30 February) must not turn into another.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number.isNaN(time.getTime()) || Number(day) > lastDay || hour === "24" ? null : time;
}

export const EmptyBody = z.strictObject({});

export const pagination = () =>
  z.strictObject({
    limit: integer(),
    next_cursor: integer().nullable().meta({ description: "Where the next page starts; null on the last" }),
    has_more: z.boolean(),
  });

export const presentPagination = ({
  limit,
  nextCursor,
  hasMore,
}: {
  limit: number;
  nextCursor: number | null;
  hasMore: boolean;
}) => ({
  limit,
  next_cursor: nextCursor,
  has_more: hasMore,
});
