import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { listParams } from "../search-params.ts";

export const REQUEST_KINDS = ["refused", "changing"] as const;

/** What the address of the request log says about its list. */
export const requestSearch = {
  search: parseAsString,
  key: parseAsString,
  operation: parseAsString,
  kind: parseAsStringLiteral(REQUEST_KINDS),
  code: parseAsString,
  ...listParams,
};

export const loadRequestSearch = createLoader(requestSearch);
