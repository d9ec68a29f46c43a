/** The check digit that makes a number of digits a valid ICCID (ISO/IEC 7812). */
export function luhnDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** An EID: 30 digits, and the two that make the whole 1 modulo 97 (GSMA SGP.02). */
export function eidOf(digits: string): string {
  const check = 98n - ((BigInt(digits) * 100n) % 97n);
  return `${digits}${String(check).padStart(2, "0")}`;
}
