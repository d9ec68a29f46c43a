import type { Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { inMs } from "./endpoint-status.ts";

export type Delivery = Outputs["webhooks"]["deliveries"]["items"][number];

type Answered = { httpStatus: number | null; durationMs: number };

/** "HTTP 200 after 31 ms" */
export const answerInWords = ({ httpStatus, durationMs }: Answered, locale: string): string =>
  `${httpStatus === null ? "No answer" : `HTTP ${httpStatus}`} after ${inMs(durationMs, locale)}`;

export const DELIVERY_STATES: Record<Delivery["status"], { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "neutral" },
  delivered: { label: "Delivered", tone: "good" },
  retrying: { label: "Retrying", tone: "wait" },
  failed: { label: "Failed", tone: "bad" },
};
