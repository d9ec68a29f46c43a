import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { ESIM_STATUS_NAMES } from "./esim-status.tsx";

/** What the address of the list of eSIMs says about it. */
export const esimSearch = {
  q: parseAsString,
  status: parseAsStringLiteral(ESIM_STATUS_NAMES),
  provider: parseAsString,
  before: parseAsInteger,
};

export const loadEsimSearch = createLoader(esimSearch);
