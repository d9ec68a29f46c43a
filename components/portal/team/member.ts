import type { Outputs } from "#server/trpc/types.ts";

export type Member = Outputs["team"]["members"][number];
