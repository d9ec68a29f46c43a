import { z } from "zod";
import { ENTRY_TYPES } from "#server/domain/ledger/index.ts";
import { EVENT_TYPES, type EventType } from "#server/kernel/events.ts";

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

export const EventName = z.enum(EVENT_TYPES as [EventType, ...EventType[]]);

export const DeliveryFilters = z.object({
  status: z.enum(["pending", "delivered", "retrying", "failed"]).optional(),
  event: EventName.optional(),
  endpoint: z.number().int().positive().max(2_147_483_647).optional(),
  /** The event's id. */
  search: z.string().trim().max(60).optional(),
  ...Period,
});
