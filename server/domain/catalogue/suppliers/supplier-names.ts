/** Network suppliers as they call themselves, for people; programs have their codes. */
export const SUPPLIER_NAMES = { airalo: "Airalo", esimaccess: "eSIM Access", esimgo: "eSIM Go" };

export const supplierName = (code: string): string => (SUPPLIER_NAMES as Record<string, string>)[code] ?? code;
