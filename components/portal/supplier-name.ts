/** As network suppliers call themselves; programs have their codes. */
export const SUPPLIER_NAMES: Record<string, string> = {
  airalo: "Airalo",
  esimaccess: "eSIM Access",
  esimgo: "eSIM Go",
};

export const supplierName = (code: string): string => SUPPLIER_NAMES[code] ?? code;
