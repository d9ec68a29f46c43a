/** At most ten letters and digits, one of them a letter: what Stripe takes beside the account's own descriptor. */
export const onStatement = (number: string, description: string) => ({
  description: `${number} · ${description}`,
  statement_descriptor_suffix: number.replace("-", ""),
});

/** Of its pages, in languages that a shop can have; `auto` is the traveller's browser. */
const LOCALES = ["en", "de", "fr", "es", "it", "ja", "nl", "pl", "pt", "tr", "zh"] as const;

export const toStripeLocale = (locale: string) => LOCALES.find((known) => locale.startsWith(known)) ?? "auto";
