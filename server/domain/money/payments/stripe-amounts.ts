import { type Money, money } from "#server/kernel/money.ts";

/**
 * Stripe's own count of decimals, by its list of currencies: neither ISO's nor that of the pages, on which a forint and a rupiah have no
 * coins. Every other currency has two.
 */
const ZERO = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const THREE = new Set("BHD JOD KWD OMR TND".split(" "));

const decimalsOf = (currency: string): number => (ZERO.has(currency) ? 0 : THREE.has(currency) ? 3 : 2);

export const fromMinor = (amount: number, currency: string): Money =>
  money(amount).dividedBy(money(10).pow(decimalsOf(currency)));

export const toMinor = (amount: Money, currency: string): number =>
  amount
    .times(money(10).pow(decimalsOf(currency)))
    .round()
    .toNumber();
