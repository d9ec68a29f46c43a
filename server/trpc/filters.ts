import { z } from "zod";
import { ESIM_STATUSES } from "#server/domain/esims/index.ts";
import { ENTRY_TYPES } from "#server/domain/ledger/index.ts";
import { ORDER_STATUSES } from "#server/domain/orders/index.ts";

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
