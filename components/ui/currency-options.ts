/** What an account can be kept in, as `CURRENCIES` of the domain has them. */
export const CURRENCY_OPTIONS = [
  ...["USD", "EUR", "GBP", "CHF", "AUD", "BRL", "CAD", "CNY", "CZK", "DKK", "HKD", "HUF", "IDR", "ILS", "INR"],
  ...["JPY", "KRW", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON", "SEK", "SGD", "THB", "TRY", "ZAR"],
].map((value) => ({ value, label: value }));
