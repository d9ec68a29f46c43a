import PDFDocument from "pdfkit";
import { type Translate, translator } from "#components/storefront/translate.ts";
import { countryNameIn } from "#server/domain/catalogue/places/index.ts";
import { toLanguage } from "#server/domain/shop/checkout/index.ts";
import type { Invoice } from "#server/domain/shop/invoices/index.ts";
import { addressLines } from "#server/domain/shop/law/index.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { printable } from "./install-words.ts";
import { FONTS, type FontName, isInFont, outline, widthOf } from "./lettering.ts";

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
  const amounts = new Intl.NumberFormat(language, { style: "currency", currency: invoice.currency });
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
  writeParties(doc, invoice, said);
  writeHead(doc, invoice, said);
  writeAmounts(doc, invoice, said);
  writeNotes(doc, invoice, said);
  writeSeller(doc, invoice, said);
  doc.end();
  return doc;
}

/** In any script: as text where the embedded fonts have its letters, else as these are drawn. */
function line(doc: Doc, text: string, x: number, width: number, font: FontName = "text", size = 10, color = INK): void {
  const shown = printable(text);
  doc.font(font).fontSize(size).fillColor(color);
  if (isInFont(shown, font)) {
    doc.text(shown, x, doc.y, { width });
    return;
  }
  const height = doc.currentLineHeight(true);
  const fits = Math.min(size, (size * width) / Math.max(1, widthOf(shown, font, size)));
  doc.save().translate(x, doc.y + height * 0.8);
  doc
    .path(outline(shown, font, fits).path)
    .fill(color)
    .restore();
  doc.y += height;
}

function writeParties(doc: Doc, { seller, buyer, environment, vatCountry }: Invoice, { t, language }: Words): void {
  if (environment === "test") line(doc, t("paperTest"), MARGIN, WIDTH, "strong", 10, "#a4262c");
  line(doc, seller.legalName, MARGIN, WIDTH, "strong", 15);
  const from = [...addressLines(seller), countryNameIn(seller.country, language)].join(" · ");
  line(doc, from, MARGIN, WIDTH, "text", 9, SOFT);
  doc.moveDown(2.5);
  line(doc, t("paperTo"), MARGIN, WIDTH, "text", 9, SOFT);
  const to = [
    ...(buyer.name ? [buyer.name] : []),
    ...buyer.address.split(/\r?\n/).filter((line) => line.trim() !== ""),
    countryNameIn(vatCountry, language),
    buyer.email,
    ...(buyer.vatId ? [`${t("buyerVatId")}: ${buyer.vatId}`] : []),
  ];
  for (const text of to) line(doc, text, MARGIN, WIDTH);
  doc.moveDown(2);
}

function writeHead(doc: Doc, invoice: Invoice, { t, language }: Words): void {
  line(doc, `${t(TITLES[invoice.kind])} ${invoice.number}`, MARGIN, WIDTH, "strong", 18);
  doc.moveDown(0.6);
  const day = invoice.issuedAt.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
  const corrects = CORRECTS[invoice.kind];
  const facts: [string, string][] = [
    [t("paperDate"), day],
    ...(invoice.kind === "invoice" ? ([[t("paperDelivered"), day]] as [string, string][]) : []),
    ...(corrects ? ([[t(corrects), invoice.correctsNumber!]] as [string, string][]) : []),
    [t("orderNumber"), invoice.saleNumber],
  ];
  for (const [name, value] of facts) {
    const { y } = doc;
    line(doc, name, MARGIN, 150, "text", 10, SOFT);
    const below = doc.y;
    doc.y = y;
    line(doc, value, MARGIN + 160, WIDTH - 160);
    doc.y = Math.max(below, doc.y) + 2;
  }
  doc.moveDown(1.2);
}

function writeAmounts(doc: Doc, invoice: Invoice, { t, language, show }: Words): void {
  const { kind, item, lines, discountAmount, vatAdded, vatKind, vatRate, net, vat, gross } = invoice;
  const signed = (amount: Money) => show(kind === "credit_note" ? amount.negated() : amount);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  const rate = printable(percent.format(vatRate.toNumber() / 100));
  rule(doc);
  if (kind === "invoice") {
    for (const { item, quantity, retailPrice } of lines)
      row(doc, `${quantity} × ${item}`, show(retailPrice.times(quantity)));
    if (!discountAmount.isZero()) row(doc, t("discount"), show(discountAmount.negated()));
    if (vatAdded.lessThan(0)) row(doc, t("vatReverse"), show(vatAdded));
  } else row(doc, `${t("paperBack")}: ${item}`, signed(gross));
  rule(doc);
  row(doc, t("paperNet"), signed(net));
  row(doc, vatKind === "reverse" ? t("vatReverse") : t("vatAdded", { rate }), signed(vat.isZero() ? money(0) : vat));
  row(doc, t("total"), signed(gross), "strong");
}

function row(doc: Doc, name: string, amount: string, font: FontName = "text"): void {
  const { y } = doc;
  line(doc, name, MARGIN, WIDTH - 130, font, 11);
  const below = doc.y;
  doc.font(font).fontSize(11).fillColor(INK);
  doc.text(amount, MARGIN + WIDTH - 120, y, { width: 120, align: "right" });
  doc.y = Math.max(below, doc.y) + 5;
}

function rule(doc: Doc): void {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + WIDTH, doc.y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  doc.y += 8;
}

function writeNotes(doc: Doc, { kind, vatKind, seller }: Invoice, { t }: Words): void {
  doc.moveDown(1.5);
  const notes = [
    ...(kind === "invoice" ? [t("paperPaid")] : []),
    ...(kind === "reversal" ? [t("paperReversalText")] : []),
    ...(vatKind === "reverse" ? [t("paperReverse")] : []),
    ...(seller.taxExemption ? [seller.taxExemption] : []),
  ];
  for (const note of notes) line(doc, note, MARGIN, WIDTH);
}

/** Under which numbers offices know the seller, at the foot of the page. */
function writeSeller(doc: Doc, { seller }: Invoice, { t }: Words): void {
  const facts = [
    [t("sellerVatId"), seller.vatId],
    [t("sellerTaxNumber"), seller.taxNumber],
    [t("sellerRegister"), [seller.registerName, seller.registerNumber].filter(Boolean).join(", ")],
    [t("sellerRepresentative"), seller.representative],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const contact = [seller.email, seller.phone].filter(Boolean).join(" · ");
  doc.y = Math.max(doc.y + 20, doc.page.height - MARGIN - 70);
  rule(doc);
  for (const text of [...facts, contact].filter(Boolean)) line(doc, text, MARGIN, WIDTH, "text", 8.5, SOFT);
}
