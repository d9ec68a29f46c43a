import { fail } from "#server/kernel/errors.ts";

export type Table = { header: string[]; rows: { number: number; cells: string[] }[] };

const MOST_ROWS = 200_000;
const DELIMITERS = [",", ";", "\t", "|"];

/** A file as text, however it was saved: UTF-8 with a mark or without one, UTF-16 with one, else as Windows saves it. */
export function decodeFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A CSV file with a header: whichever delimiter it has, cells in quotation marks, lines of every system. Rows are numbered as an editor counts. */
export function readTable(text: string): Table {
  const clean = text.replace(/^\uFEFF/, "").replace(/^sep=(.)\r?\n/i, "");
  const lines = split(clean, delimiterOf(clean));
  const [first, ...rest] = lines.filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (!first || rest.length === 0)
    return fail("validation_error", "The file has a first line with the names of the columns, and at least one more.", {
      field: "file",
    });
  if (rest.length > MOST_ROWS)
    fail("validation_error", `A statement has at most ${MOST_ROWS} lines. Upload it in parts.`, { field: "file" });
  return { header: first.cells, rows: rest };
}

/** The one that the first line has most of, outside of quotation marks. */
function delimiterOf(text: string): string {
  const line = text.slice(0, text.search(/\r?\n|$/)).replace(/"[^"]*"/g, "");
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

function split(text: string, delimiter: string): Table["rows"] {
  const rows: Table["rows"] = [];
  let [cells, cell, quoted, number, startedAt] = [[] as string[], "", false, 1, 1];
  const endCell = () => {
    cells.push(cell.trim());
    cell = "";
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === "\n") number++;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (character === '"' && cell.trim() === "") [cell, quoted] = ["", true];
    else if (character === delimiter) endCell();
    else if (character === "\n" || character === "\r") {
      if (character === "\r" && text[i + 1] === "\n") continue;
      endCell();
      rows.push({ number: startedAt, cells });
      [cells, startedAt] = [[], number];
    } else cell += character;
  }
  endCell();
  rows.push({ number: startedAt, cells });
  return rows;
}
