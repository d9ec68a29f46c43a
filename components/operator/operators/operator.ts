import type { Outputs } from "#server/trpc/types.ts";

export type Operator = Outputs["operator"]["operators"]["list"]["operators"][number];
