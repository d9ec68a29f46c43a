import PDFDocument from "pdfkit";
import type { Statement } from "#server/domain/money/ledger/index.ts";
import { ledgerReference } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { columnOf } from "#server/kernel/sum-text.ts";
import { recordTime } from "#server/kernel/time.ts";
import { FONTS, isWritable } from "./lettering.ts";
import { write } from "./paper.ts";

const MARGIN = 48;
const WIDTH = 499;
const ROW = 15;
const INK = "#1a1d21";
const SOFT = "#5b626a";
const LINE = "#d5d8dc";

const TYPES: Record<Statement["sums"][number]["type"], string> = {
  deposit: "Deposits",
  debit: "Purchases",
  refund: "Refunds",
  credit_adjustment: "Changes of the credit line",
  adjustment: "Corrections",
};

/** Left edge and width of each column of the list, in points. */
const COLUMNS = {
  time: [0, 88],
  reference: [92, 62],
  what: [158, 165],
  amount: [327, 84],
  balance: [415, 84],
} as const;
type Column = keyof typeof COLUMNS;
type Doc = PDFKit.PDFDocument;
type Show = (amount: Money) => string;

/** The monthly statement as a document that is written while it is being read; nothing of it is kept. */
export function statementPdf(statement: Statement, madeAt: Date): Doc {
  const title = `Statement ${statement.from.toISOString().slice(0, 7)}, ${statement.companyName}`;
  const doc = new PDFDocument({ size: "A4", margin: MARGIN, info: { Title: title }, lang: "en" });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  const show = columnOf(amountsOf(statement), statement.currency);
  writeHead(doc, statement, madeAt);
  writeSums(doc, statement, show);
  writeEntries(doc, statement, show);
  doc.end();
  return doc;
}

/** All that it shows, so that their points stand below each other. */
const amountsOf = ({ opening, closing, sums, entries }: Statement): Money[] => [
  ...[opening, closing, ...sums.map(({ amount }) => amount)],
  ...entries.flatMap(({ amount, balanceAfter }) => [amount, balanceAfter]),
];

function writeHead(doc: Doc, { companyName, accountCode, currency, from, to }: Statement, madeAt: Date): void {
  const month = from.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  const lastDay = new Date(to.getTime() - 1).toISOString().slice(0, 10);
  doc.font("strong").fontSize(16).fillColor(INK).text(`Statement of ${month}`);
  doc.font("text").fontSize(9).fillColor(SOFT).moveDown(0.4);
  // In a script that no font here writes it is known by its code.
  const whose = isWritable(companyName) ? `${companyName}, account ${accountCode}` : `Account ${accountCode}`;
  write({ doc, direction: "ltr", left: MARGIN, width: WIDTH }, whose, { size: 9, color: SOFT });
  doc.font("text").fontSize(9).fillColor(SOFT);
  doc.text(
    `${from.toISOString().slice(0, 10)} to ${lastDay}, UTC. All amounts in ${currency}. Made ${recordTime(madeAt)}.`,
  );
  doc.moveDown(1);
}

function writeSums(doc: Doc, { opening, closing, sums }: Statement, show: Show): void {
  const line = (name: string, amount: string, strong = false) => {
    const { y } = doc;
    doc
      .font(strong ? "strong" : "text")
      .fontSize(9)
      .fillColor(INK)
      .text(name, MARGIN, y, { width: 300 });
    doc.text(amount, MARGIN + 300, y, { width: 199, align: "right" });
    doc.y = y + ROW;
  };
  line("Balance at the beginning", show(opening), true);
  for (const { type, entries, amount } of sums) line(`${TYPES[type]} (${entries})`, show(amount));
  line("Balance at the end", show(closing), true);
  doc.moveDown(1);
}

const HEADS = { time: "Time, UTC", reference: "Reference", what: "What for", amount: "Amount", balance: "Balance" };

/** Each page says which it is and what its columns are. */
function writeEntries(doc: Doc, { entries, entryCount }: Statement, show: Show): void {
  if (entryCount === 0) {
    doc.font("text").fillColor(SOFT).text("No money moved in this month.", MARGIN);
    return;
  }
  writeRow(doc, HEADS, true);
  let page = 1;
  for (const entry of entries) {
    if (doc.y > doc.page.height - MARGIN - ROW) {
      doc.addPage();
      page++;
      doc
        .font("text")
        .fontSize(8)
        .fillColor(SOFT)
        .text(`Page ${page}`, MARGIN, MARGIN, { width: WIDTH, align: "right" });
      doc.moveDown(0.6);
      writeRow(doc, HEADS, true);
    }
    writeRow(doc, {
      time: recordTime(entry.createdAt),
      reference: ledgerReference(entry.id),
      what: entry.description,
      amount: show(entry.amount),
      balance: show(entry.balanceAfter),
    });
  }
  const missing = entryCount - entries.length;
  if (missing > 0)
    doc
      .font("text")
      .fillColor(SOFT)
      .text(`${missing} earlier entries of the month are in the CSV file of the ledger.`, MARGIN, doc.y + ROW);
}

function writeRow(doc: Doc, cells: Record<Column, string>, head = false): void {
  const { y } = doc;
  doc
    .font(head ? "strong" : "text")
    .fontSize(8)
    .fillColor(head ? SOFT : INK);
  for (const [name, [left, width]] of Object.entries(COLUMNS)) {
    const align = name === "amount" || name === "balance" ? "right" : "left";
    doc.text(cells[name as Column], MARGIN + left, y, {
      width,
      height: ROW - 3,
      align,
      ellipsis: true,
      lineBreak: false,
    });
  }
  doc.y = y + ROW;
  doc
    .moveTo(MARGIN, doc.y - 4)
    .lineTo(MARGIN + 499, doc.y - 4)
    .lineWidth(0.4)
    .strokeColor(LINE)
    .stroke();
}
