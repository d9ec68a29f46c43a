"use client";
import { useLocale } from "#components/ui/locale.tsx";
import { type Endpoint, inMs, successRate } from "./endpoint-status.ts";

/** How long an endpoint took to answer. */
export const Took = ({ ms }: { ms: number | null }) => (
  <span className="whitespace-nowrap">{inMs(ms, useLocale())}</span>
);

/** How much of what it was sent an endpoint took. */
export const SuccessRate = ({ endpoint }: { endpoint: Endpoint }) => successRate(endpoint, useLocale());
