import { cookies } from "next/headers";
import { z } from "zod";
import { hostCookie, setHostCookie } from "#server/auth/cookie.ts";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import {
  type Buyer,
  buyerFaults,
  giftFaults,
  MOST_LINES,
  MOST_OF_GIFT,
  MOST_OF_ONE,
  type NewGift,
} from "#server/domain/shop/checkout/index.ts";
import { decrypt, encrypt } from "#server/kernel/crypto.ts";
import { isEmail } from "#server/kernel/email.ts";
import { isPlain } from "#server/kernel/plain-text.ts";
import { HOUR, SECOND } from "#server/kernel/time.ts";
import { cut, field, written } from "./form.ts";
import type { Store } from "./open-store.ts";

/** In the order of the page. */
export const FORM_FIELDS = [
  ...(["email", "email2", "country", "buyerName", "buyerAddress", "buyerVatId"] as const),
  ...(["giftName", "giftEmail", "giftDate"] as const),
  ...(["quantity", "code", "compatible", "terms"] as const),
] as const;
export type FormField = (typeof FORM_FIELDS)[number];

const MOST_OF_CODE = 40;
/** What is asked where VAT is charged. */
const OF_BUYER: readonly FormField[] = ["country", "buyerName", "buyerAddress", "buyerVatId"];

const Draft = z.object({
  /** The account, its environment and the form that it was typed into. */
  of: z.string(),
  email: z.string(),
  email2: z.string(),
  /** Where VAT is charged: where they live, and what the invoice shall say. */
  country: z.string(),
  buyerName: z.string(),
  buyerAddress: z.string(),
  buyerVatId: z.string(),
  /** For whom it is; all empty but the language where it is for who buys it. */
  giftName: z.string(),
  giftEmail: z.string(),
  giftMessage: z.string(),
  giftLanguage: z.enum(LANGUAGES),
  giftDate: z.string(),
  quantity: z.number(),
  /** Further plans of the purchase, by their part of the address. */
  others: z.array(z.object({ id: z.string(), quantity: z.number() })),
  /** Of a discount. */
  code: z.string(),
  /** Whether that was counted as a guess: until it was, no page says what it is worth. */
  isCounted: z.boolean(),
  compatible: z.boolean(),
  terms: z.boolean(),
  /** What is wrong with it. */
  faults: z.array(z.enum(FORM_FIELDS)),
});

/** What somebody typed into a form that came back. */
export type Draft = z.infer<typeof Draft>;

const COOKIE = "shop-form";
const KEPT = { seconds: HOUR / SECOND / 2, sameSite: "Lax" } as const;

/** A plan by its part of the address; empty for what is none. */
export const planOf = (id: string): string => {
  try {
    return decodeURIComponent(id);
  } catch {
    return "";
  }
};

/** The form of a plan's checkout. */
export const checkoutForm = (id: string): string => `checkout ${planOf(id)}`;

/** Of a purchase to which another plan is being chosen: the next checkout that is opened takes it up. */
const ANY_PLAN = "checkout *";

const nameOf = ({ ctx }: Store, form: string) => `${ctx.account.code} ${ctx.environment} ${form}`;

/** What a page asked for: of who buys only where VAT is charged. */
const askedIn = (form: FormData): readonly FormField[] =>
  form.has("country") ? FORM_FIELDS : FORM_FIELDS.filter((one) => !OF_BUYER.includes(one));

/** What was sent to a form with these fields, and everything that is wrong with it. */
export function readForm(store: Store, name: string, form: FormData, fields = askedIn(form)): Draft {
  const plain = (field: string) => (isPlain(field) ? field : "");
  const email = plain(field(form, "email").toLowerCase());
  const email2 = plain(field(form, "email2").toLowerCase());
  const asked = Number(field(form, "quantity", 2));
  const isCount = Number.isInteger(asked) && asked >= 1 && asked <= MOST_OF_ONE;
  const code = plain(field(form, "code", MOST_OF_CODE));
  const typed = {
    country: plain(field(form, "country", 2)),
    buyerName: plain(field(form, "buyerName", 200)),
    buyerAddress: plain(field(form, "buyerAddress", 300)),
    buyerVatId: plain(field(form, "buyerVatId", 30)),
  };
  const ofBuyer = buyerFaults(buyerOf(typed));
  const given = readGift(store, form);
  const gift = giftOf(given);
  const ofGift: readonly FormField[] = gift ? giftFaults(gift, store.ctx.clock.now()) : [];
  const [compatible, terms] = [form.has("compatible"), form.has("terms")];
  const wrong: Record<FormField, boolean> = {
    email: !isEmail(email),
    email2: email !== email2,
    country: ofBuyer.includes("country"),
    buyerName: ofBuyer.includes("buyerName"),
    buyerAddress: ofBuyer.includes("buyerAddress"),
    buyerVatId: ofBuyer.includes("buyerVatId"),
    giftName: ofGift.includes("giftName"),
    giftEmail: ofGift.includes("giftEmail"),
    giftDate: ofGift.includes("giftDate"),
    quantity: !isCount,
    // What a code is worth is known to the page only.
    code: false,
    compatible: !compatible,
    terms: !terms,
  };
  const faults = fields.filter((one) => wrong[one]);
  const quantity = isCount ? asked : 1;
  const others = readOthers(form);
  return {
    of: nameOf(store, name),
    email,
    email2,
    ...typed,
    ...given,
    quantity,
    others,
    code,
    isCounted: false,
    compatible,
    terms,
    faults,
  };
}

/** What it says in several lines is kept as one. */
function readGift({ view }: Store, form: FormData) {
  const line = (name: string, most: number) => {
    const text = cut(written(form, name).replace(/\s+/g, " ").trim(), most);
    return isPlain(text) ? text : "";
  };
  const language = field(form, "giftLanguage", 2);
  return {
    giftName: line("giftName", MOST_OF_GIFT.name),
    giftEmail: line("giftEmail", 254).toLowerCase(),
    giftMessage: line("giftMessage", MOST_OF_GIFT.message),
    giftLanguage: LANGUAGES.find((known) => known === language) ?? view.language,
    giftDate: line("giftDate", 10),
  };
}

/** Each as `2 <plan>`; what no page has written is left out. */
function readOthers(form: FormData): Draft["others"] {
  const written = form.getAll("other").map((one) => /^([1-9]\d?) ([^\s]{1,100})$/.exec(String(one)));
  const others = written.flatMap((one) => (one ? [{ quantity: Number(one[1]), id: one[2]! }] : []));
  return others.filter(({ id, quantity }) => isPlain(id) && quantity <= MOST_OF_ONE).slice(0, MOST_LINES);
}

/** The plan that stands on the page goes to the others, and the next checkout that is opened takes them up. */
export const toAddTo = (store: Store, draft: Draft, id: string): Draft => ({
  ...draft,
  of: nameOf(store, ANY_PLAN),
  others: [...draft.others, { id, quantity: draft.quantity }],
  quantity: 1,
  faults: [],
});

/** One of the others stands on the page instead of this one. `keeps`: whether this one stays in the purchase. */
export function turnTo(store: Store, draft: Draft, id: string, other: string, keeps: boolean): Draft {
  const { quantity } = draft.others.find((one) => one.id === other) ?? { quantity: 1 };
  const rest = draft.others.filter((one) => one.id !== other);
  const others = keeps ? [...rest, { id, quantity: draft.quantity }] : rest;
  return { ...draft, of: nameOf(store, checkoutForm(other)), others, quantity, faults: [] };
}

type Typed = Pick<Draft, "country" | "buyerName" | "buyerAddress" | "buyerVatId">;

export const buyerOf = ({ country, buyerName: name, buyerAddress: address, buyerVatId: vatId }: Typed): Buyer => ({
  ...{ country, name, address, vatId },
});

type Given = Pick<Draft, "giftName" | "giftEmail" | "giftMessage" | "giftLanguage" | "giftDate">;

/** A purchase is a gift as soon as anything says for whom. */
export const giftOf = ({ giftName: name, giftEmail: email, giftMessage: message, ...given }: Given): NewGift | null =>
  name || email || message || given.giftDate
    ? { name, email, message, language: given.giftLanguage, date: given.giftDate }
    : null;

/** The browser keeps it, encrypted, until the form is taken: nothing that was typed travels in an address. */
export const keepDraft = (draft: Draft): string =>
  setHostCookie(COOKIE, Buffer.from(encrypt(JSON.stringify(draft))).toString("base64url"), KEPT);

export const dropDraft = (): string => setHostCookie(COOKIE, "", { ...KEPT, seconds: 0 });

/** What this browser typed into the form, when it came back; null for a form that is new. */
export async function findDraft(store: Store, name: string): Promise<Draft | null> {
  const kept = (await cookies()).get(hostCookie(COOKIE))?.value;
  if (!kept) return null;
  try {
    const draft = Draft.parse(JSON.parse(decrypt(Buffer.from(kept, "base64url"))));
    if (draft.of === nameOf(store, name)) return draft;
    return draft.of === nameOf(store, ANY_PLAN) && name.startsWith("checkout ") ? taken(draft, name) : null;
  } catch {
    // Made by somebody else, or under a key that is retired.
    return null;
  }
}

/** By a plan that may be among them already: then it is that one, with its number. */
function taken(draft: Draft, name: string): Draft {
  const isIt = ({ id }: Draft["others"][number]) => checkoutForm(id) === name;
  const { quantity } = draft.others.find(isIt) ?? draft;
  return { ...draft, quantity, others: draft.others.filter((one) => !isIt(one)) };
}
