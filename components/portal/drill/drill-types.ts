import type { Outputs } from "#server/trpc/types.ts";

export type DrillList = Outputs["drills"]["list"];
export type Drill = DrillList["drills"][number];
