import type { Outputs } from "#server/trpc/types.ts";

export type BrandFields = Outputs["brand"]["get"]["fields"];
