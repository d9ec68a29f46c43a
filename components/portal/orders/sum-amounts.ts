/** The exact sum of decimals with at most four places. */
export function sumAmounts(amounts: string[]): string {
  const sum = amounts.reduce((all, amount) => {
    const [whole = "0", part = ""] = amount.split(".");
    return all + BigInt(whole + part.padEnd(4, "0"));
  }, 0n);
  const digits = sum.toString().padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
