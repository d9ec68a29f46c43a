import { esimFilter } from "#server/domain/selling/esims/esim-filter.ts";
import { orderFilter } from "#server/domain/selling/orders/order-filter.ts";
import { choice, type FilterValues, search } from "#server/kernel/list-filter.ts";

const account = search("Account code", 20);
const environment = choice("Environment", "Live and test", ["live", "test"], { live: "Live", test: "Test" });

/** Orders of all resellers. */
export const allOrdersFilter = { account, environment, status: orderFilter.status };
/** eSIMs of all resellers. */
export const allEsimsFilter = { account, environment, status: esimFilter.status };

export type AllOrdersFilter = FilterValues<typeof allOrdersFilter>;
export type AllEsimsFilter = FilterValues<typeof allEsimsFilter>;
