import PDFDocument from "pdfkit";
import { type Translate, translator } from "#components/storefront/translate.ts";
import { countryNameIn } from "#server/domain/catalogue/places/index.ts";
import { toLanguage } from "#server/domain/shop/checkout/index.ts";
import type { Invoice } from "#server/domain/shop/invoices/index.ts";
import { addressLines } from "#server/domain/shop/law/index.ts";
import { LANGUAGE_FACTS } from "#server/kernel/languages.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { printable } from "./install-words.ts";
import { FONTS, type FontName } from "./lettering.ts";
import { type Paper, write } from "./paper.ts";

const MARGIN = 56;
const WIDTH = 483;
const INK = "#1a1d21";
const SOFT = "#5b626a";
const LINE = "#d5d8dc";
const TITLES = { invoice: "paperInvoice", credit_note: "paperCredit", reversal: "paperReversal" } as const;
const CORRECTS = { invoice: null, credit_note: "paperCorrects", reversal: "paperReverses" } as const;

type Doc = PDFKit.PDFDocument;
type Words = { t: Translate; language: ReturnType<typeof toLanguage>; show(amount: Money): string };

/** One page in the language of the sale, made of nothing but what was written down then. */
export function invoicePdf(invoice: Invoice): Doc {
  const language = toLanguage(invoice.locale);
  const words = translator(language);
  const amounts = new Intl.NumberFormat(language, {
    style: "currency",
    currency: invoice.currency,
    signDisplay: "negative",
  });
  const t: Translate = (key, values) => printable(words(key, values));
  const show = (amount: Money) => printable(amounts.format(amount.toNumber())).replace("-", "−");
  const title = `${t(TITLES[invoice.kind])} ${invoice.number}`;
  const doc = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    lang: language,
    info: { Title: title, Author: invoice.seller.legalName, CreationDate: invoice.issuedAt },
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  const said: Words = { t, language, show };
  const paper = { doc, direction: LANGUAGE_FACTS[language].dir, left: MARGIN, width: WIDTH };
  writeParties(paper, invoice, said);
  writeHead(paper, invoice, said);
  writeAmounts(paper, invoice, said);
  writeNotes(paper, invoice, said);
  writeSeller(paper, invoice, said);
  doc.end();
  return doc;
}

function line(
  paper: Paper,
  text: string,
  x: number,
  width: number,
  font: FontName = "text",
  size = 10,
  color = INK,
): void {
  write(paper, text, { x, width, font, size, color });
}

function writeParties(paper: Paper, { seller, buyer, environment, vatCountry }: Invoice, { t, language }: Words): void {
  if (environment === "test") line(paper, t("paperTest"), MARGIN, WIDTH, "strong", 10, "#a4262c");
  line(paper, seller.legalName, MARGIN, WIDTH, "strong", 15);
  const from = [...addressLines(seller), countryNameIn(seller.country, language)].join(" · ");
  line(paper, from, MARGIN, WIDTH, "text", 9, SOFT);
  paper.doc.moveDown(2.5);
  line(paper, t("paperTo"), MARGIN, WIDTH, "text", 9, SOFT);
  const to = [
    ...(buyer.name ? [buyer.name] : []),
    ...buyer.address.split(/\r?\n/).filter((line) => line.trim() !== ""),
    countryNameIn(vatCountry, language),
    buyer.email,
    ...(buyer.vatId ? [`${t("label", { label: t("buyerVatId") })} ${buyer.vatId}`] : []),
  ];
  for (const text of to) line(paper, text, MARGIN, WIDTH);
  paper.doc.moveDown(2);
}

function writeHead(paper: Paper, invoice: Invoice, { t, language }: Words): void {
  line(paper, `${t(TITLES[invoice.kind])} ${invoice.number}`, MARGIN, WIDTH, "strong", 18);
  paper.doc.moveDown(0.6);
  const day = invoice.issuedAt.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
  const corrects = CORRECTS[invoice.kind];
  const facts: [string, string][] = [
    [t("paperDate"), day],
    ...(invoice.kind === "invoice" ? ([[t("paperDelivered"), day]] as [string, string][]) : []),
    ...(corrects ? ([[t(corrects), invoice.correctsNumber!]] as [string, string][]) : []),
    [t("orderNumber"), invoice.saleNumber],
  ];
  for (const [name, value] of facts) {
    const { y } = paper.doc;
    line(paper, name, MARGIN, 150, "text", 10, SOFT);
    const below = paper.doc.y;
    paper.doc.y = y;
    line(paper, value, MARGIN + 160, WIDTH - 160);
    paper.doc.y = Math.max(below, paper.doc.y) + 2;
  }
  paper.doc.moveDown(1.2);
}

function writeAmounts(paper: Paper, invoice: Invoice, { t, language, show }: Words): void {
  const { kind, item, lines, discountAmount, vatAdded, vatKind, vatRate, net, vat, gross } = invoice;
  const signed = (amount: Money) => show(kind === "credit_note" ? amount.negated() : amount);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  const rate = printable(percent.format(vatRate.toNumber() / 100));
  rule(paper);
  if (kind === "invoice") {
    for (const { item, quantity, retailPrice } of lines)
      row(paper, `${quantity} × ${item}`, show(retailPrice.times(quantity)));
    if (!discountAmount.isZero()) row(paper, t("discount"), show(discountAmount.negated()));
    if (vatAdded.lessThan(0)) row(paper, t("vatReverse"), show(vatAdded));
  } else row(paper, `${t("label", { label: t("paperBack") })} ${item}`, signed(gross));
  rule(paper);
  row(paper, t("paperNet"), signed(net));
  row(paper, vatKind === "reverse" ? t("vatReverse") : t("vatAdded", { rate }), signed(vat.isZero() ? money(0) : vat));
  row(paper, t("total"), signed(gross), "strong");
}

function row(paper: Paper, name: string, amount: string, font: FontName = "text"): void {
  const { y } = paper.doc;
  line(paper, name, MARGIN, WIDTH - 130, font, 11);
  const below = paper.doc.y;
  paper.doc.y = y;
  write(paper, amount, { x: MARGIN + WIDTH - 120, width: 120, font, size: 11, color: INK, align: "end" });
  paper.doc.y = Math.max(below, paper.doc.y) + 5;
}

function rule(paper: Paper): void {
  paper.doc
    .moveTo(MARGIN, paper.doc.y)
    .lineTo(MARGIN + WIDTH, paper.doc.y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  paper.doc.y += 8;
}

function writeNotes(paper: Paper, { kind, vatKind, seller }: Invoice, { t }: Words): void {
  paper.doc.moveDown(1.5);
  const notes = [
    ...(kind === "invoice" ? [t("paperPaid")] : []),
    ...(kind === "reversal" ? [t("paperReversalText")] : []),
    ...(vatKind === "reverse" ? [t("paperReverse")] : []),
    ...(seller.taxExemption ? [seller.taxExemption] : []),
  ];
  for (const note of notes) line(paper, note, MARGIN, WIDTH);
}

/** Under which numbers offices know the seller, at the foot of the page. */
function writeSeller(paper: Paper, { seller }: Invoice, { t }: Words): void {
  const facts = [
    [t("sellerVatId"), seller.vatId],
    [t("sellerTaxNumber"), seller.taxNumber],
    [t("sellerRegister"), [seller.registerName, seller.registerNumber].filter(Boolean).join(", ")],
    [t("sellerRepresentative"), seller.representative],
  ].flatMap(([name, value]) => (value ? [`${t("label", { label: name! })} ${value}`] : []));
  const contact = [seller.email, seller.phone].filter(Boolean).join(" · ");
  paper.doc.y = Math.max(paper.doc.y + 20, paper.doc.page.height - MARGIN - 70);
  rule(paper);
  for (const text of [...facts, contact].filter(Boolean)) line(paper, text, MARGIN, WIDTH, "text", 8.5, SOFT);
}
