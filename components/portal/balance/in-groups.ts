/** An account number in groups of four, as it is printed and read out; of an IBAN only. */
export const inGroups = (number: string): string =>
  /^[A-Z]{2}\d{2}/.test(number) ? number.replaceAll(/(.{4})(?=.)/g, "$1 ") : number;
