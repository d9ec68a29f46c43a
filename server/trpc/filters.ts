import { z } from "zod";
import { PRODUCT_ORDERS } from "#server/domain/catalogue/catalog/index.ts";
import { ENTRY_TYPES } from "#server/domain/money/ledger/index.ts";
import { ESIM_STATUSES } from "#server/domain/selling/esims/index.ts";
import { ORDER_STATUSES } from "#server/domain/selling/orders/index.ts";
import { EVENT_TYPES, type EventType } from "#server/kernel/events.ts";
import { DAY } from "#server/kernel/time.ts";

/** Filters that a list and its export share; what a page keeps in its address. */

/** As the database counts records of which there are few; whatever is beyond is nobody's. */
export const recordId = () => z.number().int().positive().max(2_147_483_647);

export const cursor = () => z.number().int().positive().optional();

/** A day in UTC, `2026-11-20`; `to` is that whole day. */
const day = (addDays = 0) =>
  z.iso
    .date()
    .transform((text) => new Date(Date.parse(text) + addDays * 86_400_000))
    .optional();

const Period = { from: day(), to: day(1) };

export const AuditFilters = z.object({
  area: z.string().max(40).optional(),
  search: z.string().max(100).optional(),
  ...Period,
});

export const LedgerFilters = z.object({ type: z.enum(ENTRY_TYPES).optional(), ...Period });

export const EventName = z.enum(EVENT_TYPES as [EventType, ...EventType[]]);

export const DeliveryFilters = z.object({
  status: z.enum(["pending", "delivered", "retrying", "failed"]).optional(),
  event: EventName.optional(),
  endpoint: recordId().optional(),
  /** The event's id. */
  search: z.string().trim().max(60).optional(),
  ...Period,
});

/** Amounts of data and days in steps that people think in; bounds in MB and days, both included. */
const DATA_STEPS = {
  "under-1": { minDataMb: 0, maxDataMb: 1_023 },
  "1-5": { minDataMb: 1_024, maxDataMb: 5_120 },
  "5-20": { minDataMb: 5_121, maxDataMb: 20_480 },
  "over-20": { minDataMb: 20_481 },
  unlimited: { unlimited: true },
} as const;
const DAY_STEPS = {
  "under-7": { maxDays: 6 },
  "7-14": { minDays: 7, maxDays: 14 },
  "15-30": { minDays: 15, maxDays: 30 },
  "over-30": { minDays: 31 },
} as const;

const keysOf = <T extends object>(steps: T) => Object.keys(steps) as [keyof T & string, ...(keyof T & string)[]];

export const CatalogOrder = z.enum(PRODUCT_ORDERS).optional();

export const CatalogFilters = z.object({
  q: z.string().trim().max(100).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  region: z.string().max(60).optional(),
  type: z.enum(["local", "regional", "global"]).optional(),
  data: z.enum(keysOf(DATA_STEPS)).optional(),
  days: z.enum(keysOf(DAY_STEPS)).optional(),
  topup: z.enum(["yes", "no"]).optional(),
  hotspot: z.enum(["yes", "no"]).optional(),
});

export function toPackageFilter({ data, days, topup, hotspot, ...rest }: z.output<typeof CatalogFilters>) {
  return {
    ...rest,
    ...(data && DATA_STEPS[data]),
    ...(days && DAY_STEPS[days]),
    ...(topup && { topup: topup === "yes" }),
    ...(hotspot && { hotspot: hotspot === "yes" }),
  };
}

export const RequestFilters = z.object({
  /** The request id. */
  search: z.string().trim().max(60).optional(),
  key: z.string().max(30).optional(),
  operation: z.string().max(120).optional(),
  kind: z.enum(["refused", "changing"]).optional(),
  code: z.string().max(60).optional(),
  ...Period,
});

const Text = z.string().trim().min(1).max(128).optional();

export const OrderFilters = z.object({
  q: Text,
  status: z.enum(ORDER_STATUSES).optional(),
  package: z.string().trim().min(1).max(200).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  ...Period,
});

export const EsimFilters = z.object({
  q: Text,
  status: z.enum(ESIM_STATUSES).optional(),
  provider: z.string().max(40).optional(),
});
export const SalesFilters = z.object(Period);

/** As of the end of a day, UTC. */
export const BooksFilters = z.object({ on: day(1) });

/** The last moment of the day that was asked for; now without one, and instead of days to come. */
export const toMoment = ({ on }: z.infer<typeof BooksFilters>, now: Date): Date =>
  on && on <= now ? new Date(on.getTime() - 1) : now;

const SALES_SHOWN = 30;

/** The period that was asked for, whole days in UTC; the last thirty without one. At most a year. */
export function toPeriod({ from, to }: z.infer<typeof SalesFilters>, now: Date): { from: Date; to: Date } {
  const end = to ?? new Date((Math.floor(now.getTime() / DAY) + 1) * DAY);
  const start = from && from < end ? from : new Date(end.getTime() - SALES_SHOWN * DAY);
  return { from: new Date(Math.max(start.getTime(), end.getTime() - 366 * DAY)), to: end };
}
