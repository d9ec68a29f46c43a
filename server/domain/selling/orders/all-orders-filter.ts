import { type FilterValues, ofAnyAccount } from "#server/kernel/list-filter.ts";
import { orderFilter } from "./order-filter.ts";

/** Orders of all resellers. */
export const allOrdersFilter = { ...ofAnyAccount, status: orderFilter.status };

export type AllOrdersFilter = FilterValues<typeof allOrdersFilter>;
