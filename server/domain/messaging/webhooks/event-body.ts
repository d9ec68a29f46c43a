import { isoTime } from "#server/kernel/time.ts";

export type EventRecord = {
  eventId: string;
  type: string;
  environment: string;
  occurredAt: Date;
  sequence: number;
  /** JSON, as it was written with the fact. */
  data: string;
};

/** What receivers get: the same bytes at every attempt and in every replay. */
export function eventBody({ eventId, type, environment, occurredAt, sequence, data }: EventRecord): string {
  const head = { id: eventId, type, api_version: "v1", environment, created_at: isoTime(occurredAt), sequence };
  return `${JSON.stringify(head).slice(0, -1)},"data":${data}}`;
}
