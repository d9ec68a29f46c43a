import PDFDocument from "pdfkit";
import { encode } from "uqr";
import { type Translate, translator } from "#components/storefront/translate.ts";
import type { InstallSheet, InstallSheets } from "#server/domain/shop/handover/index.ts";
import { LANGUAGE_FACTS } from "#server/kernel/languages.ts";
import { headOf, printable } from "./install-words.ts";
import { FONTS, isWritable, widthOf } from "./lettering.ts";
import { type Paper, placed, write } from "./paper.ts";

const MARGIN = 48;
const WIDTH = 499;
const QR = 200;
const GAP = 24;
const INK = "#1a1d21";
const SOFT = "#5b626a";
const LINE = "#d5d8dc";

type Doc = PDFKit.PDFDocument;

/** A page for each eSIM in the customer's language, in the words of the shop's own pages; nothing of it is kept. */
export function installPdf(sheets: InstallSheets): Doc {
  const { brand, language } = sheets;
  const words = translator(language);
  const t: Translate = (key, values) => printable(words(key, values));
  const doc = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    autoFirstPage: false,
    lang: language,
    info: { Title: `${t("label", { label: t("install") })} ${sheets.sheets[0]?.title}`, Author: brand.name },
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  const paper = { doc, direction: LANGUAGE_FACTS[language].dir, left: MARGIN, width: WIDTH };
  for (const sheet of sheets.sheets) {
    doc.addPage();
    writeHead(paper, sheet, sheets, t);
    writeCodes(paper, sheet, t);
    writeSteps(paper, t);
    writeFoot(paper, sheets, t);
  }
  doc.end();
  return doc;
}

function writeHead(paper: Paper, { title, iccid }: InstallSheet, { brand, environment }: InstallSheets, t: Translate) {
  const { doc } = paper;
  doc.rect(0, 0, doc.page.width, 8).fill(brand.primaryColor);
  const { logo, name } = headOf(brand);
  doc.y = MARGIN - 14;
  if (logo) {
    const align = paper.direction === "rtl" ? "right" : undefined;
    doc.image(logo, placed(paper, MARGIN, WIDTH / 2), doc.y, { fit: [WIDTH / 2, 32], align }).moveDown(0.2);
  }
  if (name !== null) fitted(paper, name, 16);
  doc.moveDown(0.6);
  fitted(paper, title, 20);
  doc.moveDown(0.3);
  write(paper, `ICCID ${iccid}`, { size: 9, color: SOFT });
  doc.moveDown(0.3);
  if (environment === "test") write(paper, t("testBanner"), { font: "strong", size: 9, color: SOFT });
  doc.moveDown(1);
}

/** Names are as long as resellers make them: a smaller letter first, then another line, then an end. */
function fitted(paper: Paper, text: string, size: number): void {
  let fits = size;
  while (fits > size * 0.7 && widthOf(printable(text), "strong", fits) > WIDTH) fits--;
  write(paper, text, { font: "strong", size: fits, color: INK, lines: 2 });
}

/** The code to scan, and the same in parts for typing it in. */
function writeCodes(paper: Paper, { activationCode, smdpAddress, apn }: InstallSheet, t: Translate): void {
  const { doc } = paper;
  const top = doc.y;
  drawQr(doc, activationCode, placed(paper, MARGIN, QR), top);
  const beside = { x: MARGIN + QR + GAP, width: WIDTH - QR - GAP };
  doc.y = top;
  write(paper, t("manual"), { ...beside, font: "strong", size: 11, color: INK });
  write(paper, t("manualNote"), { ...beside, size: 9, color: SOFT });
  const code = (label: string, value: string) => {
    doc.moveDown(0.7);
    write(paper, label, { ...beside, size: 9, color: SOFT });
    write(paper, value, { ...beside, font: "code", size: 10, color: INK });
  };
  code(t("smdp"), smdpAddress);
  code(t("activationCode"), activationCode.split("$")[2] ?? activationCode);
  if (apn) code(t("apn"), apn);
  doc.y = Math.max(doc.y, top + QR) + GAP;
}

/** Black on white with a quiet zone of four modules. */
function drawQr(doc: Doc, text: string, left: number, top: number): void {
  const { data, size } = encode(text, { border: 4, ecc: "M" });
  const module = QR / size;
  doc.rect(left, top, QR, QR).lineWidth(0.5).fillAndStroke("#ffffff", LINE);
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) doc.rect(left + x * module, top + y * module, module, module);
  doc.fill("#000000");
}

function writeSteps(paper: Paper, t: Translate): void {
  const { doc } = paper;
  for (const warning of ["warnWifi", "warnOnce", "warnKeep"] as const) {
    write(paper, `•  ${t(warning)}`, { size: 10, color: INK });
    doc.y += 2;
  }
  const top = doc.y + GAP;
  const width = (WIDTH - GAP) / 2;
  const ends = (["ios", "android"] as const).map((kind, i) => {
    const column = { x: MARGIN + i * (width + GAP), width, color: INK };
    doc.y = top;
    write(paper, t(`device_${kind}`), { ...column, font: "strong", size: 12 });
    for (const step of [1, 2, 3, 4] as const) {
      doc.font("text").fontSize(10).moveDown(0.5);
      write(paper, `${step}.  ${t(`${kind}${step}`)}`, { ...column, size: 10 });
    }
    return doc.y;
  });
  doc.y = Math.max(...ends) + GAP;
  write(paper, t("roaming"), { size: 10, color: INK });
}

/** Whom to ask, at the foot of the page. */
function writeFoot(paper: Paper, { brand }: InstallSheets, t: Translate): void {
  const { doc } = paper;
  const { supportEmail, supportPhone, companyLegalName } = brand;
  const contact = [supportEmail, supportPhone].filter(Boolean).join(" · ");
  const top = doc.page.height - MARGIN - 40;
  doc
    .moveTo(MARGIN, top)
    .lineTo(MARGIN + WIDTH, top)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  doc.y = top + 8;
  write(paper, `${t("contact")} ${contact}`, { font: "strong", size: 10, color: INK, lines: 1 });
  doc.y = top + 24;
  if (isWritable(companyLegalName)) write(paper, companyLegalName, { size: 9, color: SOFT, lines: 1 });
}
