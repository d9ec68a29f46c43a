import { type FilterValues, ofAnyAccount } from "#server/kernel/list-filter.ts";
import { esimFilter } from "./esim-filter.ts";

/** eSIMs of all resellers. */
export const allEsimsFilter = { ...ofAnyAccount, status: esimFilter.status };

export type AllEsimsFilter = FilterValues<typeof allEsimsFilter>;
