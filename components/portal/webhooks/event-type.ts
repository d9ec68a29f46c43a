import type { Outputs } from "#server/trpc/types.ts";

export type EventType = Outputs["webhooks"]["events"][number]["type"];
