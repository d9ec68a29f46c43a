import PDFDocument from "pdfkit";
import { encode } from "uqr";
import { type Translate, translator } from "#components/storefront/translate.ts";
import type { InstallSheet, InstallSheets } from "#server/domain/shop/handover/index.ts";
import { headOf, printable } from "./install-words.ts";
import { FONTS, isInFont, isWritable, outline, widthOf } from "./lettering.ts";

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
    info: { Title: `${t("install")}: ${sheets.sheets[0]?.title}`, Author: brand.name },
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  for (const sheet of sheets.sheets) {
    doc.addPage();
    writeHead(doc, sheet, sheets, t);
    writeCodes(doc, sheet, t);
    writeSteps(doc, t);
    writeFoot(doc, sheets, t);
  }
  doc.end();
  return doc;
}

function writeHead(doc: Doc, { title, iccid }: InstallSheet, { brand, environment }: InstallSheets, t: Translate) {
  doc.rect(0, 0, doc.page.width, 8).fill(brand.primaryColor);
  const { logo, name } = headOf(brand);
  doc.y = MARGIN - 14;
  if (logo) doc.image(logo, MARGIN, doc.y, { fit: [WIDTH / 2, 32] }).moveDown(0.2);
  if (name !== null) writeName(doc, name, { font: "strong", size: 16 });
  doc.moveDown(0.6);
  fitted(doc, printable(title), { size: 20, lines: 2, top: doc.y });
  doc.font("text").fontSize(9).fillColor(SOFT).moveDown(0.3).text(`ICCID ${iccid}`, MARGIN);
  if (environment === "test") doc.font("strong").moveDown(0.3).text(t("testBanner"), { width: WIDTH });
  doc.moveDown(1);
}

/** A name in any script: as text where the embedded fonts have its letters, else as these are drawn. */
function writeName(doc: Doc, name: string, { font, size }: { font: "text" | "strong"; size: number }): void {
  doc.font(font).fillColor(INK);
  if (isInFont(name, font)) {
    fitted(doc, name, { size, lines: 2, top: doc.y });
    return;
  }
  const height = doc.fontSize(size).currentLineHeight(true);
  const { path } = outline(name, font, Math.min(size, (size * WIDTH) / widthOf(name, font, size)));
  doc.save().translate(MARGIN, doc.y + height * 0.8);
  doc.path(path).fill(INK).restore();
  doc.y += height;
}

/** Names are as long as resellers make them: a smaller letter first, then another line, then an end. */
function fitted(doc: Doc, text: string, { size, lines, top }: { size: number; lines: number; top: number }): void {
  let fits = size;
  while (fits > size * 0.7 && doc.fontSize(fits).widthOfString(text) > WIDTH) fits--;
  doc.fontSize(fits).text(text, MARGIN, top, {
    width: WIDTH,
    height: doc.currentLineHeight(true) * lines,
    ellipsis: true,
  });
}

/** The code to scan, and the same in parts for typing it in. */
function writeCodes(doc: Doc, { activationCode, smdpAddress, apn }: InstallSheet, t: Translate): void {
  const top = doc.y;
  drawQr(doc, activationCode, MARGIN, top);
  const left = MARGIN + QR + GAP;
  const width = WIDTH - QR - GAP;
  doc.font("strong").fontSize(11).fillColor(INK).text(t("manual"), left, top, { width });
  doc.font("text").fontSize(9).fillColor(SOFT).text(t("manualNote"), { width });
  const code = (label: string, value: string) => {
    doc.moveDown(0.7).font("text").fontSize(9).fillColor(SOFT).text(label, { width });
    doc.font("code").fontSize(10).fillColor(INK).text(value, { width });
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

function writeSteps(doc: Doc, t: Translate): void {
  doc.font("text").fontSize(10).fillColor(INK);
  for (const warning of ["warnWifi", "warnOnce", "warnKeep"] as const)
    doc.text(`•  ${t(warning)}`, MARGIN, doc.y, { width: WIDTH, lineGap: 2 });
  const top = doc.y + GAP;
  const column = (WIDTH - GAP) / 2;
  const ends = (["ios", "android"] as const).map((kind, i) => {
    const left = MARGIN + i * (column + GAP);
    doc
      .font("strong")
      .fontSize(12)
      .text(t(`device_${kind}`), left, top, { width: column });
    doc.font("text").fontSize(10);
    for (const step of [1, 2, 3, 4] as const)
      doc.moveDown(0.5).text(`${step}.  ${t(`${kind}${step}`)}`, { width: column });
    return doc.y;
  });
  doc.text(t("roaming"), MARGIN, Math.max(...ends) + GAP, { width: WIDTH });
}

/** Whom to ask, at the foot of the page. */
function writeFoot(doc: Doc, { brand }: InstallSheets, t: Translate): void {
  const { supportEmail, supportPhone, companyLegalName } = brand;
  const contact = [supportEmail, supportPhone].filter(Boolean).join(" · ");
  const top = doc.page.height - MARGIN - 40;
  doc
    .moveTo(MARGIN, top)
    .lineTo(MARGIN + WIDTH, top)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  const lines = { width: WIDTH, height: 14, ellipsis: true };
  doc
    .font("strong")
    .fontSize(10)
    .fillColor(INK)
    .text(`${t("contact")} ${contact}`, MARGIN, top + 8, lines);
  doc.font("text").fontSize(9).fillColor(SOFT);
  if (isInFont(companyLegalName, "text")) doc.text(companyLegalName, MARGIN, top + 24, lines);
  else if (isWritable(companyLegalName)) {
    doc.save().translate(MARGIN, top + 33);
    doc
      .path(outline(companyLegalName, "text", 9).path)
      .fill(SOFT)
      .restore();
  }
}
