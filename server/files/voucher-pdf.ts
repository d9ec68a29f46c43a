import { setImmediate as pause } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { type Translate, translator } from "#components/storefront/translate.ts";
import { describeItem, toLanguage } from "#server/domain/shop/checkout/index.ts";
import type { VoucherSheet } from "#server/domain/shop/vouchers/index.ts";
import { LANGUAGE_FACTS } from "#server/kernel/languages.ts";
import { printable } from "./install-words.ts";
import { FONTS, type FontName, isWritable } from "./lettering.ts";
import { write } from "./paper.ts";

const [MARGIN, COLUMNS, ROWS] = [40, 2, 5] as const;
const [WIDTH, HEIGHT, PAD] = [257, 152, 16] as const;
const INK = "#1a1d21";
const SOFT = "#5b626a";
const LINE = "#d5d8dc";

type Doc = PDFKit.PDFDocument;
type Plan = Parameters<typeof describeItem>[0];

/** Ten cards a page, to be cut out; in the brand's language. Written while it is read, so that others are served between pages. */
export function voucherPdf(sheet: VoucherSheet, plan: Plan): Doc {
  const language = toLanguage(sheet.brand.locale);
  const words = translator(language);
  const t: Translate = (key, values) => printable(words(key, values));
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    lang: language,
    info: { Title: sheet.batch.name, Author: sheet.brand.name },
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  const card = {
    title: printable(describeItem(plan, language)),
    until: t("voucherUntil", {
      date: new Date(sheet.batch.expiresAt.getTime() - 1).toLocaleDateString(language, {
        dateStyle: "long",
        timeZone: "UTC",
      }),
    }),
    where: t("voucherWhere"),
  };
  void writeAll(doc, sheet, card).catch((error) => doc.destroy(error));
  return doc;
}

type Card = { title: string; until: string; where: string };

async function writeAll(doc: Doc, sheet: VoucherSheet, card: Card): Promise<void> {
  const perPage = COLUMNS * ROWS;
  const direction = LANGUAGE_FACTS[toLanguage(sheet.brand.locale)].dir;
  for (let number = 1; number <= sheet.batch.size; number++) {
    const place = (number - 1) % perPage;
    if (place === 0) {
      await pause();
      // Nobody reads it any more.
      if (doc.destroyed) return;
      doc.addPage();
    }
    // The first card is where reading begins.
    const column = direction === "rtl" ? COLUMNS - 1 - (place % COLUMNS) : place % COLUMNS;
    const left = MARGIN + column * WIDTH;
    writeCard(doc, left, MARGIN + Math.floor(place / COLUMNS) * HEIGHT, sheet, card, number);
  }
  doc.end();
}

function writeCard(doc: Doc, x: number, y: number, sheet: VoucherSheet, card: Card, number: number): void {
  const { brand, url, environment } = sheet;
  const width = WIDTH - 2 * PAD;
  const paper = { doc, direction: LANGUAGE_FACTS[toLanguage(brand.locale)].dir, left: x + PAD, width };
  const line = (font: FontName, size: number, color: string, text: string, top: number, lines = 1) => {
    doc.y = y + top;
    write(paper, text, { font, size, color, lines });
  };
  doc.rect(x, y, WIDTH, HEIGHT).lineWidth(0.5).strokeColor(LINE).stroke();
  doc.rect(x, y, WIDTH, 5).fill(brand.primaryColor);
  const name = [brand.name, brand.companyLegalName].find(isWritable) ?? brand.supportEmail;
  line("strong", 11, INK, environment === "test" ? `TEST · ${name}` : name, 16);
  line("text", 10, INK, card.title, 34);
  line("code", 15, INK, sheet.codeOf(number), 60);
  line("text", 9, SOFT, card.where, 88);
  line("text", 8.5, INK, url.replace(/^https?:\/\//, ""), 101, 2);
  line("text", 8, SOFT, `${card.until} · ${number}`, 128);
}
