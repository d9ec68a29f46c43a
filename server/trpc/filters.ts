import { z } from "zod";
import { ENTRY_TYPES } from "#server/domain/ledger/index.ts";
import { DAY } from "#server/kernel/time.ts";

/** Filters that a list and its export share; what a page keeps in its address. */

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

export const SalesFilters = z.object(Period);

const SALES_SHOWN = 30;

/** The period that was asked for, whole days in UTC; the last thirty without one. At most a year. */
export function toPeriod({ from, to }: z.infer<typeof SalesFilters>, now: Date): { from: Date; to: Date } {
  const end = to ?? new Date((Math.floor(now.getTime() / DAY) + 1) * DAY);
  const start = from && from < end ? from : new Date(end.getTime() - SALES_SHOWN * DAY);
  return { from: new Date(Math.max(start.getTime(), end.getTime() - 366 * DAY)), to: end };
}
