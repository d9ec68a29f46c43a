import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTyped, typedAmount } from "#components/portal/amount-text.ts";
import { parseAmount } from "#server/kernel/parse-amount.ts";

const read = (text: string) => {
  const amount = parseAmount(text);
  return "refused" in amount ? null : amount.toString();
};

describe("an amount that somebody typed", () => {
  test.each([
    ["1234.5", "1234.5"],
    ["1234,5", "1234.5"],
    ["1,234.50", "1234.5"],
    ["1.234,50", "1234.5"],
    ["1 234,50", "1234.5"],
    ["1\u00a0234,50", "1234.5"],
    ["1\u202f234,50", "1234.5"],
    ["1'234.50", "1234.5"],
    ["1’234.50", "1234.5"],
    ["12,34,567.89", "1234567.89"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1.234.567,8", "1234567.8"],
    ["1 234", "1234"],
    ["1’234", "1234"],
    ["0,125", "0.125"],
    ["0.125", "0.125"],
    ["1234,567", "1234.567"],
    ["12.3456", "12.3456"],
    ["-12,50", "-12.5"],
    ["−12.50", "-12.5"],
    ["+7", "7"],
    ["١٢٣٤٫٥٠", "1234.5"],
    ["١٬٢٣٤٫٥٠", "1234.5"],
    ["۱۲۳۴٫۵", "1234.5"],
    ["१२३४.५", "1234.5"],
    ["１２３４．５", "1234.5"],
    [" 20 ", "20"],
  ])("%s is %s", (typed, amount) => expect(read(typed)).toBe(amount));

  test.each([
    "1,234",
    "1.234",
    "12.345",
    "999,999",
    "",
    " ",
    ".",
    ",5",
    "5,",
    "1,23,4",
    "12,3456,78",
    "1,234,56",
    "1.234.56",
    "1,234.5,6",
    "1.2,3.4",
    "1’23",
    "1,234'567",
    "1e5",
    "0x10",
    "Infinity",
    "NaN",
    "--5",
    "5-",
    "(5)",
    "5 EUR",
    "€5",
    "1.23456",
    "123456789012",
    "٫5",
    "five",
    "1\n\n2",
    "<script>",
  ])("%j is refused", (typed) => expect(read(typed)).toBeNull());

  test("is read back from every locale's spelling of it, or refused, never read as something else", () => {
    const locales = [
      "en-US",
      "de-DE",
      "fr-FR",
      "de-CH",
      "en-IN",
      "pt-BR",
      "sv-SE",
      "pl-PL",
      "ar-EG",
      "fa-IR",
      "hi-IN-u-nu-deva",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 0, max: 9_999 }),
        (locale, whole, fraction) => {
          const amount = new Decimal(`${whole}.${String(fraction).padStart(4, "0")}`);
          const typed = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 })
            .format(amount.toString() as Intl.StringNumericLiteral)
            .replace(/[\u200e\u200f\u061c]/g, "");
          const got = read(typed);
          if (got !== null) expect(got, typed).toBe(amount.toString());
          else expect(amount.lessThan(1_000) || fraction === 0 || fraction % 10 !== 0, typed).toBe(true);
        },
      ),
    );
  });
});

describe("an amount in a form", () => {
  test("is sent as it was meant, in the reader's spelling or another, and refused in words when it is not certain", () => {
    const refusal = (typed: string) => (readTyped(typed) as { refused: string }).refused;
    expect(["250,50", "1.250,50", "1,250.5"].map((typed) => readTyped(typed))).toEqual(["250.50", "1250.50", "1250.5"]);
    expect(["1.250", "1,250", "0", "-5", "ten"].map(refusal)).toEqual([
      expect.stringContaining("two ways"),
      expect.stringContaining("two ways"),
      "Enter an amount above zero.",
      "Enter an amount above zero.",
      expect.stringContaining("is not an amount"),
    ]);
  });

  test("that is filled in can be sent again as it stands", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.constantFrom("en-GB", "de-DE", "fr-FR", "tr-TR"),
        fc.constantFrom("EUR", "JPY", ""),
        (n, locale, currency) => {
          const amount = (n / 10_000).toFixed(4);
          expect(Number(readTyped(typedAmount(amount, currency, locale), { places: 4 }))).toBe(Number(amount));
        },
      ),
    );
  });
});
