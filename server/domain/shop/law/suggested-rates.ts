/** The day of the table below. Rates change: the reseller is the one who confirms them. */
export const SUGGESTED_ON = "2025-09-01";

/** Standard rates in percent, of the EU and of countries around it. */
export const SUGGESTED_RATES: Readonly<Record<string, string>> = {
  ...{ AT: "20", BE: "21", BG: "20", CY: "19", CZ: "21", DE: "19", DK: "25", EE: "24", ES: "21", FI: "25.5" },
  ...{ FR: "20", GR: "24", HR: "25", HU: "27", IE: "23", IT: "22", LT: "21", LU: "17", LV: "21", MT: "18" },
  ...{ NL: "21", PL: "23", PT: "23", RO: "21", SE: "25", SI: "22", SK: "23" },
  ...{ CH: "8.1", GB: "20", IS: "24", LI: "8.1", NO: "25", TR: "20" },
};
