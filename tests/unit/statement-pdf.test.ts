import { expect, test } from "vitest";
import type { Statement } from "#server/domain/money/ledger/index.ts";
import { statementPdf } from "#server/files/statement-pdf.ts";
import { money } from "#server/kernel/money.ts";
import { pdfText } from "#tests/support/pdf-text.ts";

const FROM = new Date("2026-10-01T00:00:00Z");

function statementOf(given: Partial<Statement>, amount = "-19.9000", entries = 1): Statement {
  return {
    ...{ companyName: "Çiğdem Travel", accountCode: "ACC-1", currency: "EUR" },
    ...{ from: FROM, to: new Date("2026-11-01T00:00:00Z"), opening: money("12500.0000"), closing: money("0.0000") },
    sums: [{ type: "debit", entries, amount: money(amount).times(entries) }],
    entries: Array.from({ length: entries }, (_, i) => ({
      ...{ id: i + 1, type: "debit", currency: "EUR", description: `Order B2B-${i + 1}`, createdAt: FROM },
      ...{ amount: money(amount), balanceBefore: money("12500"), balanceAfter: money("12500").plus(amount) },
    })),
    entryCount: entries,
    ...given,
  };
}

const textOf = async (statement: Statement) => await pdfText(statementPdf(statement, FROM));

test("a statement's amounts are written as amounts: grouped, with a real minus, with the places of the one that needs most", async () => {
  const [euros] = await textOf(statementOf({}));
  expect(euros).toMatch(
    /Çiğdem Travel, account ACC-1.*12,500\.00.*−19\.90.*0\.00.*LED-1 Order B2B-1 −19\.90 12,480\.10/,
  );
  const [exact] = await textOf(statementOf({}, "-0.6985"));
  expect(exact).toMatch(/12,500\.0000.*−0\.6985.*12,499\.3015/);
  const [yen] = await textOf(statementOf({ currency: "JPY" }, "-650.0000"));
  expect(yen).toMatch(/12,500 .*−650 11,850/);
});

test("each page of a long one says which it is and what its columns are, and a name that no font writes is left to the account's code", async () => {
  const pages = await textOf(statementOf({ companyName: "旅行株式会社" }, "-1", 120));
  expect(pages.length).toBeGreaterThan(2);
  expect(pages[0]).toContain("Account ACC-1");
  for (const page of pages) expect(page).toMatch(/Time, UTC Reference What for Amount Balance/);
  expect(pages.slice(1).map((page) => /^Page \d+/.exec(page)?.[0])).toEqual(
    pages.slice(1).map((_, i) => `Page ${i + 2}`),
  );
});
