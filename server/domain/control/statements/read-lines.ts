import { readDecimal } from "#server/kernel/amount-text.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money } from "#server/kernel/money.ts";
import type { Columns } from "./columns.ts";
import type { Table } from "./read-table.ts";

/** A line as it says: what they took, or what they paid back. */
export type Line = {
  number: number;
  references: string[];
  kind: "purchase" | "refund";
  /** Zero or more. */
  amount: Money;
  currency: string;
  at: Date | null;
};

const IS_REFUND = /refund|cancel|credit|revers|charge[\s-]?back|return|gutschrift|storno|erstatt/i;

/** The lines that bear a reference, and how many bear none, such as totals. An amount or date that cannot be read refuses the file. */
export function readLines({ header, rows }: Table, columns: Columns): { lines: Line[]; skipped: number } {
  const at = (name: keyof Columns) => (columns[name] === "" ? -1 : header.indexOf(columns[name]));
  const places = Object.fromEntries((Object.keys(columns) as (keyof Columns)[]).map((name) => [name, at(name)]));
  const cell = (cells: string[], name: keyof Columns) => cells[places[name]!] ?? "";
  const used = rows.filter(({ cells }) => cell(cells, "reference") !== "" || cell(cells, "otherReference") !== "");
  const mark = decimalMark(used.map(({ cells }) => cell(cells, "amount")));
  const toDate = dateReader(used.map(({ cells }) => cell(cells, "date")));
  const lines = used.map(({ number, cells }): Line => {
    const refuse = (field: string, words: string) => fail("validation_error", `Line ${number}: ${words}`, { field });
    const typed = cell(cells, "amount");
    const decimal = readDecimal(plain(typed, mark), 4);
    if (typeof decimal !== "string") return refuse("amount", decimal.refused);
    const signed = money(decimal);
    const currency = (cell(cells, "currency") || "USD").toUpperCase();
    if (!/^[A-Z]{3}$/.test(currency)) return refuse("currency", `"${currency.slice(0, 20)}" is no currency.`);
    const said = cell(cells, "date");
    const date = said === "" ? null : toDate(said);
    if (date !== null && Number.isNaN(date.getTime()))
      return refuse(
        "date",
        `"${said.slice(0, 40)}" is no date that can be read for certain. Write it like 2026-11-30.`,
      );
    const isRefund = signed.isNegative() || IS_REFUND.test(cell(cells, "kind"));
    return {
      number,
      references: [...new Set([cell(cells, "reference"), cell(cells, "otherReference")])].filter((text) => text !== ""),
      kind: isRefund ? "refund" : "purchase",
      amount: signed.abs(),
      currency,
      at: date,
    };
  });
  return { lines, skipped: rows.length - used.length };
}

/** A currency's sign or code beside the number says nothing that its column does not. */
const bare = (text: string) =>
  text
    .replace(/^\((.*)\)$/, "-$1")
    .replace(/[\p{Sc}]|^[A-Z]{3}\s|\s[A-Z]{3}$/gu, "")
    .trim();

/** One column is written in one way: a value that can be read in one way only says how to read the others. */
function decimalMark(values: string[]): "." | "," | null {
  const marks = new Set<string>();
  for (const value of values) {
    const text = bare(value);
    const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
    if (last < 0) continue;
    const mark = text[last]!;
    const isAlone = text.indexOf(mark) === last;
    const decimals = text.length - last - 1;
    if (isAlone && (decimals !== 3 || /[.,\s'’]/.test(text.slice(0, last)) || /^-?0/.test(text))) marks.add(mark);
  }
  return marks.size === 1 ? ([...marks][0] as "." | ",") : null;
}

/** The amount with a point, where the column says which mark is which; else as it was written. */
function plain(value: string, mark: "." | "," | null): string {
  const text = bare(value);
  if (mark === null) return text;
  const other = mark === "." ? "," : ".";
  const isGrouped = new RegExp(`^[+-]?\\d{1,3}(\\${other}\\d{3})+(\\${mark}\\d+)?$`).test(text);
  const isDecimal = new RegExp(`^[+-]?\\d+\\${mark}\\d+$`).test(text);
  if (!isGrouped && !isDecimal) return text;
  const [whole = "", fraction = ""] = text.replaceAll(other, "").split(mark);
  // Four decimals at least are read in one way only.
  return `${whole}.${fraction.padEnd(4, "0")}`;
}

const SLASHED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T,]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;
const ISO = /^(\d{4})[-/.](\d{2})[-/.](\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;

/** Days first, or months first: the whole column says which. Times without a zone are UTC. */
function dateReader(values: string[]): (text: string) => Date {
  const slashed = values.flatMap((value) => SLASHED.exec(value) ?? []);
  const parts = values.flatMap((value) => {
    const match = SLASHED.exec(value);
    return match ? [[Number(match[1]), Number(match[2])] as const] : [];
  });
  const dayFirst = values.some((value) => value.includes(".")) || parts.some(([first]) => first > 12);
  const monthFirst = parts.some(([, second]) => second > 12);
  const isCertain = slashed.length === 0 || dayFirst !== monthFirst;
  return (text) => {
    const iso = ISO.exec(text);
    if (iso) {
      const zone = iso[5] && !/^(Z|UTC)$/i.test(iso[5]) ? iso[5] : "Z";
      return new Date(`${iso[1]}-${iso[2]}-${iso[3]}T${iso[4] ?? "00:00"}${zone}`);
    }
    const match = SLASHED.exec(text);
    if (!match || !isCertain) return new Date(Number.NaN);
    const [, first = "", second = "", year, time = "00:00"] = match;
    const [day, month] = dayFirst ? [first, second] : [second, first];
    return new Date(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${time.padStart(5, "0")}Z`);
  };
}
