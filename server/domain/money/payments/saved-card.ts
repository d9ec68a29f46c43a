import type { Money } from "#server/kernel/money.ts";

/** A card that may be charged without its holder, as the provider keeps it. */
export type SavedCard = {
  /** Whose it is there. */
  customer: string;
  /** What it is called there. */
  reference: string;
  brand: string;
  lastDigits: string;
  /** The last month in which it is valid: `2028-12`. */
  expires: string;
};

export type CardSetup = {
  /** In our words; the provider opens one page for it. */
  subject: string;
  /** Who has saved a card before. */
  customer: string | null;
  email: string;
  currency: string;
  /** Of the page, BCP 47; without it the browser's. */
  locale?: string;
  returnUrl: string;
};

export type CardSetupState = { kind: "open" } | { kind: "expired" } | { kind: "saved"; card: SavedCard };

export type CardCharge = {
  /** In our words: `funding-FND-…`. The provider charges once for it, however often it is asked. */
  subject: string;
  amount: Money;
  currency: string;
  description: string;
  /** What a traveller knows the purchase by; the card's statement shows it. */
  number?: string;
  customer: string;
  card: string;
  /** When it was decided on: it cannot be older. */
  since: Date;
};

export type ChargeState =
  | { kind: "open" }
  | { kind: "paid"; moneyReference: string; amount: Money; currency: string }
  /** For good: nothing was charged, and nothing will be. `reason`: in a sentence for the card's holder. */
  | { kind: "failed"; reason: string };

/** `reference`: what the provider calls the charge; null: it took none up. */
export type Charged = { reference: string | null; state: ChargeState };

/** Charging a card that was saved. Everything throws while the provider's word is not known. */
export type CardCharger = {
  openSetup(setup: CardSetup): Promise<{ reference: string; url: string }>;
  readSetup(reference: string): Promise<CardSetupState>;
  charge(charge: CardCharge): Promise<Charged>;
  /** Null: the provider has none. One that waits for the card's holder is ended, so that it cannot be paid later. */
  findCharge(charge: CardCharge): Promise<Charged | null>;
  /** It cannot be charged any more. */
  forget(card: string): Promise<void>;
};
