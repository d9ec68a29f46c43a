/** An exact decimal as it is typed: `4.9000` → `4.90`, `4.1250` → `4.125`. */
export const trimAmount = (amount: string): string => amount.replace(/(\.\d{2}\d*?)0+$/, "$1");
