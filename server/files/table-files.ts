import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { harmlessCell } from "./harmless-cell.ts";
import type { Cell } from "./reports/report.ts";

/** A table as a file, made while it is being sent. */
export const FILES = {
  csv(header: string[], rows: AsyncGenerator<Cell[]>): Readable {
    const csv = stringify({
      header: true,
      columns: header,
      bom: true,
      cast: { date: (at) => at.toISOString(), string: harmlessCell },
    });
    Readable.from(rows)
      .on("error", (error) => csv.destroy(error))
      .pipe(csv);
    return csv;
  },
  json: (header: string[], rows: AsyncGenerator<Cell[]>): Readable => Readable.from(jsonLines(header, rows)),
};

/** A list of records with the names that the columns of the CSV file have; amounts stay exact decimals in text. */
async function* jsonLines(header: string[], rows: AsyncGenerator<Cell[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const row of rows) {
    yield before + JSON.stringify(Object.fromEntries(header.map((name, i) => [name, row[i] ?? null])));
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}
