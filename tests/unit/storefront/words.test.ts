import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { translator } from "#components/storefront/translate.ts";
import { countryNameIn, LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { describeItem, describeTopup, formatMoney } from "#server/domain/shop/checkout/describe-item.ts";
import { type Language, textsIn, toLanguage } from "#server/domain/shop/checkout/mails/language.ts";
import { LANGUAGE_FACTS } from "#server/kernel/languages.ts";
import { money } from "#server/kernel/money.ts";

type Messages = Record<string, string>;
const read = (path: string) => readFileSync(path, "utf8");
const messagesIn = (language: Language): Messages => JSON.parse(read(`server/kernel/languages/${language}.json`));
const ENGLISH = messagesIn("en");

const TOTAL = "1.234,56 €";
/** Something that each text can be filled with. */
const VALUES: Record<string, string | number> = {
  ...{
    count: 2,
    query: "Rom",
    refund: TOTAL,
    total: TOTAL,
    spent: "€9.00",
    label: "VAT",
    price: TOTAL,
    currency: "USD",
    days: "30",
    place: "Rom",
    data: "1 GB",
    code: "SUMMER",
    brand: "Fernweh",
    rate: "19 %",
    of: "5",
    day: "1 GB",
    social: "1 GB",
    music: "1 GB",
    video: "1 GB",
    when: "80 %",
    times: "2",
  },
  ...{ item: "eSIM", used: "75 %", amount: TOTAL, until: "1.2.2027", address: "a@b.example" },
  ...{ email: "a@b.example", number: "123456", name: "Mia", message: "Hi", age: "now", left: "1 GB", date: "1.2.2027" },
};
const PLAN = {
  ...{ type: "local" as const, countryCode: "US", regionCode: "north-america" },
  ...{ dataMb: 10_240, unlimited: false, perDay: false, durationDays: 30 },
};

/** Each text of the mails by name, and what is a subject or on a button. */
function mailsIn(language: Language, item = "{item}", topUp = "{item}"): Messages {
  const {
    order,
    delivery,
    gift,
    given,
    topup,
    data,
    expiry,
    silent,
    replacement,
    refund,
    voucher,
    link,
    invoice,
    support,
    auto,
  } = textsIn(language);
  return {
    invoice,
    "order.subject": order.subject(item),
    "order.lead": order.lead(item, TOTAL),
    "order.next": order.next,
    "order.button": order.button,
    "delivery.subject": delivery.subject(item),
    "delivery.lead": delivery.lead(1, item),
    "delivery.lead of three": delivery.lead(3, item),
    "delivery.how": delivery.how,
    "delivery.button": delivery.button,
    "delivery.qr": delivery.qr(1, 1),
    "delivery.qr of three": delivery.qr(2, 3),
    "delivery.address": delivery.address,
    "delivery.code": delivery.code,
    "gift.subject": gift.subject(item),
    "gift.lead": gift.lead("Mia", item),
    "gift.message": gift.message("{message}"),
    "given.subject": given.subject(item),
    "given.sent": given.sent(item, "Mia", "a@b.example"),
    "given.waits": given.waits(item, "Mia", "a@b.example", "1.2.2027"),
    "topup.subject": topup.subject(topUp),
    "topup.lead": topup.lead(topUp, TOTAL),
    "topup.button": topup.button,
    "data.subject": data.subject("75"),
    "data.lead": data.lead("75", TOTAL),
    "data.button": data.button,
    "expiry.subject": expiry.subject(1),
    "expiry.subject in days": expiry.subject(3),
    "expiry.lead": expiry.lead("1.2.2027"),
    "expiry.button": expiry.button,
    "silent.subject": silent.subject,
    "silent.lead": silent.lead("{place}"),
    "silent.button": silent.button,
    "replacement.subject": replacement.subject(item),
    "replacement.lead": replacement.lead,
    "refund.subject": refund.subject(TOTAL),
    "refund.lead": refund.lead(TOTAL, item),
    "refund.part": refund.part(TOTAL, item),
    "refund.when": refund.when,
    "refund.button": refund.button,
    "voucher.subject": voucher.subject(item),
    "voucher.lead": voucher.lead(item),
    "voucher.again": voucher.again,
    "voucher.button": voucher.button,
    "link.subject": link.subject,
    "link.lead": link.lead,
    "link.button": link.button,
    "link.unasked": link.unasked,
    "auto.subject": auto.subject(topUp),
    "auto.lead": auto.lead(topUp, TOTAL, 3, "75"),
    "auto.how": auto.how(TOTAL),
    "auto.button": auto.button,
    "auto.endSubject": auto.endSubject,
    "auto.declined": auto.declined(topUp),
    "auto.changed": auto.changed(topUp),
    "auto.undelivered": auto.undelivered(topUp),
    "auto.withdrawn": auto.withdrawn(topUp),
    support: support("help@example.com"),
  };
}

/** What is said of a language, and lists that search reads. */
const FACTS = /^(?:language_(?:name|english|dir)|linking_words|place_names)$/;

/** Of shop pages and mails. Of values only the place of a plan is told from others. */
const textsOf = (language: Language): [name: string, text: string][] =>
  Object.entries({ ...messagesIn(language), ...mailsIn(language) })
    .filter(([name]) => !FACTS.test(name))
    .map(([name, text]) => [name, text.replace(/\{(?!place)\w+\}/g, "{}").replaceAll(TOTAL, "{}")]);

/** Names of texts that have what they must not have. */
const having = (language: Language, pattern: RegExp): string[] =>
  textsOf(language).flatMap(([name, text]) => (pattern.test(text) ? [`${name}: ${text}`] : []));

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].toSorted();

/** One of some words, wherever letters of any language end. */
const word = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu");

/** Words that are the same in English: of a language, or in all of them. */
const SAME: Record<string, string[]> = {
  all: ["ltr", "rtl", "iPhone", "Android", "{place} eSIM", "{label}:"],
  de: ["Link", "Hotspot", "Shop"],
  fr: ["Europe", "Destination", "Total", "Date"],
  es: ["Asia", "No", "Plan", "Total"],
  it: ["Asia", "Africa", "No", "Oceania", "Link"],
  pt: ["Oceania", "Item", "Total"],
  tr: [],
  ar: [],
};

/** What an editor took out, so that it stays out: another word for the same thing, another form of address, a calque. */
const FORBIDDEN: Partial<Record<Language, RegExp[]>> = {
  it: [
    word(
      "lei|(?<!con il |indicando il )suo(?! roaming)|hotspot|tariff[ae]|pacchett[oi]|cellulare(?!»)|smartphone|gigabyte|top-up|voucher",
    ),
    /\b(per|in|a|di|da) \{place\}/,
  ],
  pt: [
    word(
      "tu|teu|tua|telemóvel|celular(?!”)|smartphone|correio eletrônico|hotspot|pacotes?|tarifas?|top-up|voucher|utilizador",
    ),
    /\b(para|em|no|na|de|do|da) \{place\}/,
  ],
  en: [
    word("somebody|whoever|give up|gives? back|notices?|carriers?|packages?|storefronts?|purchases?|gigabytes?"),
    /\b(for|in) \{place\}/,
  ],
  de: [
    word("du|dein|deine[mnrs]?|dir|dich|euch|euer|eure[mnrs]?"),
    /Paket|Top-up|Guthaben|Daten-Roaming|Endgerät|Smartphone|Mobiltelefon|Gutschrift|Provider|Netzsperre/i,
    /\b(für|in|nach|aus|mit) \{place\}/,
  ],
  fr: [
    word("tu|toi|ton|ta|tes|courriel|roaming|hotspot|top-up|smartphone|mobile|plan|QR code"),
    /(?<!e-)\bmails?\b/i,
    /\b(pour|en|à|de|du) \{place\}/,
  ],
  es: [
    word(
      "usted|ustedes|elija|indique|díganos|vosotros|vos|e-?mail|wi-fi|celular|móvil|top-up|hotspot|tarifas?|paquetes?|smartphone",
    ),
    /devol|devuel/i,
    /\b(para|en|de|a) \{place\}/,
  ],
  tr: [
    word(
      "sen|seni|senin|sana|ağ(?! ve internet)|ağı|ağa|ağlar|hotspot|e-mail|mail|link|roaming|plan|tarife|top-up|denetle\\p{L}+",
    ),
    /karekod/i,
  ],
};

/** One kind of quotation marks per language, with the spaces that it has. */
const QUOTES: Partial<Record<Language, [open: string, close: string]>> = {
  it: ["«", "»"],
  pt: ["“", "”"],
  en: ["“", "”"],
  de: ["„", "“"],
  fr: ["«\u202F", "\u202F»"],
  es: ["«", "»"],
  tr: ["“", "”"],
  ar: ["«", "»"],
};
const ANY_QUOTE = /["„“”«»‹›]/;

const BUTTONS = [
  ...["find", "buyNow", "pay", "payNow", "testPay", "testGiveUp", "viewOrder", "backToShop", "installApple"],
  ...["installAndroid", "topupButton", "refresh", "shareButton", "shareUnlock", "copy", "copied", "print", "mySend"],
  ...["installNow", "open", "updateTotal", "applyCode", "redeemButton", "redeemAgain"],
  ...["silentAsk", "esimMailsStop", "esimMailsStart"],
  ...["autoSetUp", "autoShow", "autoNext", "autoSave", "autoStop", "testCardSave", "testCardDecline"],
];
const BUTTON_MOST = 28;
const SUBJECT_MOST = 60;

test("what a shop has words in, its mails have too, and a language list names it", () => {
  expect(Object.keys(LANGUAGE_FACTS)).toEqual(LANGUAGES);
  const files = readdirSync("server/kernel/languages").map((name) => name.replace(".json", ""));
  expect([...LANGUAGES].toSorted()).toEqual(files.toSorted());
  for (const language of LANGUAGES) expect(toLanguage(`${language}-XX`)).toBe(language);
});

test("the page that does not exist has its words in every language", () => {
  const styles = read("components/storefront/storefront.css");
  for (const language of LANGUAGES) expect(styles).toContain(`[lang="${language}"] .nothing [lang="${language}"]`);
});

test("a country is called what travellers call it", () => {
  expect(countryNameIn("HK", "ar")).toBe("هونغ كونغ");
  expect(LANGUAGES.flatMap((language) => (language === "ar" ? [] : countryNameIn("HK", language))).join()).toMatch(
    /^(Hong ?[Kk]ong,?)+$/,
  );
  expect(countryNameIn("US", "fr")).toBe("États-Unis");
  expect(countryNameIn("GB", "tr")).toBe("Birleşik Krallık");
});

describe.each([...LANGUAGES])("in %s", (language) => {
  const messages = messagesIn(language);
  const others = language === "en" ? [] : [language];

  test("every text is there, with the values of the English one", () => {
    expect(Object.keys(messages)).toEqual(Object.keys(ENGLISH));
    const wrong = Object.keys(ENGLISH).filter(
      (key) =>
        placeholders(messages[key]!).join() !== placeholders(ENGLISH[key]!).join() ||
        messages[key]!.trim() !== messages[key] ||
        messages[key] === "",
    );
    expect(wrong).toEqual([]);
    const [mails, english] = [mailsIn(language), mailsIn("en")];
    for (const [name, text] of Object.entries(english))
      for (const value of ["{item}", TOTAL, "75", "1.2.2027", "help@example.com"])
        expect(mails[name]!.includes(value), `${name}: ${value}`).toBe(text.includes(value));
  });

  test("every text can be shown, with one of something and with many", () => {
    const t = translator(language);
    for (const key of Object.keys(messages) as (keyof typeof messages)[])
      for (const count of [0, 1, 2, 5, 30]) {
        const shown = t(key as never, { ...VALUES, count });
        expect(shown, key).not.toMatch(/[{}]|^\s*$/);
        // What cannot be formatted is shown as its name.
        if (messages[key] !== key) expect(shown).not.toBe(key);
      }
    const one = t("countries", { count: 1 });
    const many = t("countries", { count: 2 });
    // French and Turkish nouns stay as they are after a number.
    if (language === "fr" || language === "tr") expect(one.replace("1", "2")).toBe(many);
    else expect(one.replace("1", "2")).not.toBe(many);
  });

  test.each(others)("nothing is left in English", () => {
    const same = new Set([...SAME.all!, ...SAME[language]!]);
    const english = { ...ENGLISH, ...mailsIn("en") };
    const left = Object.entries({ ...messages, ...mailsIn(language) }).filter(
      ([name, text]) => text === english[name] && !same.has(text),
    );
    expect(left).toEqual([]);
  });

  test("a thing has the word of the glossary", () => {
    const all = textsOf(language)
      .map(([, text]) => text.toLocaleLowerCase(language))
      .join("\n");
    const rows = glossary();
    expect(rows.length).toBeGreaterThan(20);
    const missing = rows.map((row) => row[language]!).filter((term) => !all.includes(term.toLocaleLowerCase(language)));
    expect(missing).toEqual([]);
    for (const pattern of FORBIDDEN[language] ?? []) expect(having(language, pattern), String(pattern)).toEqual([]);
  });

  test("typography is the language's own", () => {
    expect(having(language, /'|"|\.\.\.|\s\s| $/), "straight quotes, dots, spaces").toEqual([]);
    expect(having(language, /\d (GB|MB|Go|Mo|%)/), "a unit that can be parted from its number").toEqual([]);
    const [open, close] = QUOTES[language] ?? ["“", "”"];
    const unquoted = textsOf(language).filter(([, text]) =>
      ANY_QUOTE.test(text.replace(new RegExp(`${open}[^“”„«»]+${close}`, "g"), "")),
    );
    expect(unquoted).toEqual([]);
    if (language === "fr") expect(having(language, /(?<!\u202F)[;:!?»]|«(?!\u202F)/)).toEqual([]);
    else expect(having(language, /\s[;:!?]/u)).toEqual([]);
    // German alone parts the dots of what is to follow from the word before them.
    if (language !== "de") expect(having(language, /\s…/u)).toEqual([]);
    if (language === "es") {
      const count = (text: string, mark: string) => text.split(mark).length;
      for (const [opening, closing] of ["¿?", "¡!"].map((marks) => [...marks]))
        for (const [name, text] of textsOf("es")) expect(count(text, opening!), name).toBe(count(text, closing!));
    }
    // Which vowel a suffix has depends on the word before it, and that is not known.
    if (language === "tr") expect(having(language, /\}[’']?[a-zçğıöşü]|\d %|%\{/)).toEqual([]);
  });

  test("buttons fit a small phone, subjects a list of mails", () => {
    const t = translator(language);
    const mails = mailsIn(language, describeItem(PLAN, language), describeTopup(PLAN, language));
    const labels = [
      ...BUTTONS.map((key) => t(key as never, VALUES)),
      ...Object.keys(mails).flatMap((name) => (name.endsWith(".button") ? [mails[name]!] : [])),
    ];
    expect(labels.filter((label) => label.length > BUTTON_MOST)).toEqual([]);
    const subjects = Object.keys(mails).flatMap((name) => (name.includes(".subject") ? [mails[name]!] : []));
    expect(subjects.filter((subject) => subject.length > SUBJECT_MOST)).toEqual([]);
  });
});

/** Rows of the table of terms, by language. */
function glossary(): Record<string, string>[] {
  const [, table = ""] = read("docs/glossary.md").split("## In the languages of shops");
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(1).map((line) => {
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    return Object.fromEntries(
      ["en", "de", "fr", "es", "tr", "it", "pt", "ar"].map((language, i) => [language, cells[i]!]),
    );
  });
}

test("an amount in a line from the right stands by itself, with its sign before it and its currency behind it", () => {
  expect(formatMoney(money("-19.9"), "USD", "ar")).toBe("\u2066−19.90\u00a0US$\u2069");
  expect(formatMoney(money("-19.9"), "EUR", "de")).toBe("−19,90\u00a0€");
});
