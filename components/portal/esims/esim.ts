import type { Outputs } from "#server/trpc/types.ts";

export type Esim = Outputs["esims"]["get"];
