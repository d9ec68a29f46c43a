/** Member states of the EU, by ISO 3166-1 alpha-2. */
const EU: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

export const isInEu = (country: string): boolean => EU.has(country);

/** How VAT numbers look: with an example, which is what people are shown. */
const SHAPES: Record<string, [RegExp, string]> = {
  AT: [/^ATU\d{8}$/, "ATU12345678"],
  BE: [/^BE[01]\d{9}$/, "BE0123456789"],
  BG: [/^BG\d{9,10}$/, "BG123456789"],
  CH: [/^CHE\d{9}(MWST|TVA|IVA)?$/, "CHE-123.456.789 MWST"],
  CY: [/^CY\d{8}[A-Z]$/, "CY12345678L"],
  CZ: [/^CZ\d{8,10}$/, "CZ12345678"],
  DE: [/^DE\d{9}$/, "DE123456789"],
  DK: [/^DK\d{8}$/, "DK12345678"],
  EE: [/^EE\d{9}$/, "EE123456789"],
  ES: [/^ES[A-Z0-9]\d{7}[A-Z0-9]$/, "ESX1234567X"],
  FI: [/^FI\d{8}$/, "FI12345678"],
  FR: [/^FR[A-HJ-NP-Z0-9]{2}\d{9}$/, "FR12345678901"],
  GB: [/^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, "GB123456789"],
  GR: [/^EL\d{9}$/, "EL123456789"],
  HR: [/^HR\d{11}$/, "HR12345678901"],
  HU: [/^HU\d{8}$/, "HU12345678"],
  IE: [/^IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/, "IE1234567X"],
  IT: [/^IT\d{11}$/, "IT12345678901"],
  LT: [/^LT(\d{9}|\d{12})$/, "LT123456789"],
  LU: [/^LU\d{8}$/, "LU12345678"],
  LV: [/^LV\d{11}$/, "LV12345678901"],
  MT: [/^MT\d{8}$/, "MT12345678"],
  NL: [/^NL\d{9}B\d{2}$/, "NL123456789B01"],
  NO: [/^(NO)?\d{9}(MVA)?$/, "NO123456789MVA"],
  PL: [/^PL\d{10}$/, "PL1234567890"],
  PT: [/^PT\d{9}$/, "PT123456789"],
  RO: [/^RO\d{2,10}$/, "RO1234567890"],
  SE: [/^SE\d{12}$/, "SE123456789001"],
  SI: [/^SI\d{8}$/, "SI12345678"],
  SK: [/^SK\d{10}$/, "SK1234567890"],
  TR: [/^(TR)?\d{10,11}$/, "1234567890"],
};

/** ` de 123.456-789 ` → `DE123456789`: how people write them makes no difference. */
export const plainVatId = (text: string): string => text.toUpperCase().replace(/[\s.\-/]/g, "");

/** How one of the country looks, when this is not one; null where it is, or where nobody here knows. */
export function vatIdFault(country: string, vatId: string): string | null {
  const shape = SHAPES[country];
  if (!shape || shape[0].test(plainVatId(vatId))) return null;
  return shape[1];
}
