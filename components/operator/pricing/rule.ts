import type { Outputs } from "#server/trpc/types.ts";

export type Rule = Outputs["operator"]["pricing"]["rules"][number];
