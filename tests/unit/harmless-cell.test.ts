import { stringify } from "csv-stringify/sync";
import { describe, expect, test } from "vitest";
import { harmlessCell } from "#server/files/harmless-cell.ts";

describe("a cell of a file for spreadsheets", () => {
  test("stays a number when it is an amount, so that a column of debits and refunds adds up", () => {
    const amounts = ["-521.76", "79.14", "0", "-0.5", "1250"];
    const file = stringify(
      amounts.map((amount) => [amount]),
      { cast: { string: harmlessCell } },
    );
    expect(file.trim().split("\n")).toEqual(amounts);
    expect(
      file
        .trim()
        .split("\n")
        .reduce((sum, cell) => sum + Number(cell), 0),
    ).toBeCloseTo(806.88);
  });

  test.each([
    "=1+1",
    "+49 30 1",
    "-1+cmd|' /C calc'!A0",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "＝1",
    "-",
    "--1",
    "-1e5",
    "-1,5",
  ])("is text when a spreadsheet could run it: %j", (text) => {
    expect(harmlessCell(text)).toBe(`'${text}`);
  });

  test.each(["Turkey 5 GB", "a=b", "", "8931080019000000000"])("is left alone otherwise: %j", (text) => {
    expect(harmlessCell(text)).toBe(text);
  });
});
