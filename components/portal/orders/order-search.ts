import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { listParams } from "../search-params.ts";
import { ORDER_STATUS_NAMES } from "./order-status.tsx";

/** What the address of the list of orders says about it. */
export const orderSearch = {
  q: parseAsString,
  status: parseAsStringLiteral(ORDER_STATUS_NAMES),
  country: parseAsString,
  package: parseAsString,
  ...listParams,
};

export const loadOrderSearch = createLoader(orderSearch);
