import { inPlaces } from "#components/ui/formats.ts";
import type { Outputs } from "#server/trpc/types.ts";

export type Offer = Outputs["catalog"]["list"]["items"][number];

/** With one decimal, so that they stand below each other. */
export const percentInWords = (percent: string, locale: string): string => `${inPlaces(Number(percent), 1, locale)} %`;

export const daysInWords = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`;

/** When the days of a plan begin to count, as its supplier has it. */
export const STARTS: Record<Outputs["catalog"]["get"]["activation"], string> = {
  install: "On installation",
  first_connection: "On first connection",
};

/** What a supplier has not said is not made up. */
export const yesOrNo = (value: boolean | null): string => (value === null ? "Not stated" : value ? "Yes" : "No");
