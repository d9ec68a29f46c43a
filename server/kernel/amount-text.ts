// Read alike by pages while an amount is typed, and by the server: nothing here may need the server.

/** Zeros of the decimal digits that people type: Arabic, Persian, Devanagari, Bengali, Thai, full width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
/** Never a decimal mark, whoever writes. */
const GROUP_ONLY = /[\s\u00a0\u2009\u202f'’٬]/g;
const MAX_WHOLE_DIGITS = 11;
/** As amounts are stored. */
const DECIMALS = 4;

/**
 * An amount as somebody typed it, in whichever locale's spelling: `1,234.50`, `1.234,50`, `1 234,50`, `1’234.50`,
 * `12,34,567.8`, `١٢٣٤٫٥`. What can be read in two ways (`1,234` is a thousand or a bit more than one) is refused, as is
 * everything else that is not plainly one number; the sentence says what to write instead.
 */
export function readDecimal(typed: string, decimals = DECIMALS): string | { refused: string } {
  const text = toLatinDigits(typed.normalize("NFKC").trim()).replace(/^[−‒–]/, "-");
  const signed = /^([+-]?)\s*(.*)$/s.exec(text)!;
  const body = signed[2]!;
  if (!/^[\d.,٫\s\u00a0\u2009\u202f'’٬]+$/.test(body) || !/^\d/.test(body) || !/\d$/.test(body))
    return { refused: `“${typed.slice(0, 40)}” is not an amount. Write it like 1234.50.` };
  const number = toPlain(body);
  if (number === null)
    return { refused: `“${typed.slice(0, 40)}” is not grouped like an amount. Write it like 1234.50.` };
  if (number === "ambiguous")
    return {
      refused: `“${typed.slice(0, 40)}” can be read in two ways. Write it with two or four decimals: 1234.00, or 1.2340.`,
    };
  const [whole = "", fraction = ""] = number.split(".");
  if (fraction.length > decimals || whole.replace(/^0+/, "").length > MAX_WHOLE_DIGITS)
    return { refused: `An amount has at most ${MAX_WHOLE_DIGITS} digits and ${decimals} decimals.` };
  return `${signed[1] === "-" ? "-" : ""}${number}`;
}

function toLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Digits with a point at most; null when the marks stand where none can; `ambiguous` when they say too little. */
function toPlain(body: string): string | "ambiguous" | null {
  const mark = decimalMark(body);
  if (mark === "ambiguous" || mark === null) return mark;
  const parts = mark === "" ? [body] : body.split(mark);
  if (parts.length > 2 || (parts[1] !== undefined && !/^\d+$/.test(parts[1]))) return null;
  const whole = parts[0]!;
  if (!isGrouped(whole)) return null;
  return whole.replace(/\D/g, "") + (parts[1] === undefined ? "" : `.${parts[1]}`);
}

/** The mark before the decimals, empty for none. */
function decimalMark(body: string): "." | "," | "٫" | "" | "ambiguous" | null {
  if (body.includes("٫")) return "٫";
  const marks = [...body.matchAll(/[.,]/g)].map(([mark]) => mark as "." | ",");
  const [first] = marks;
  if (first === undefined) return "";
  const last = marks.at(-1)!;
  if (new Set(marks).size === 2) return marks.filter((mark) => mark === last).length === 1 ? last : null;
  if (marks.length > 1) return "";
  // One kind of mark, once: before three digits it may group them or start the decimals.
  const [before = "", after = ""] = body.split(first);
  const groups = /\D/.test(before);
  return after.length === 3 && before.length <= 3 && !groups && !/^0+$/.test(before) ? "ambiguous" : first;
}

/** `1234`, `1,234,567`, or the Indian `12,34,567`; one kind of mark only. */
function isGrouped(whole: string): boolean {
  const marks = new Set(whole.replace(GROUP_ONLY, " ").match(/\D/g) ?? []);
  if (marks.size === 0) return true;
  if (marks.size > 1) return false;
  const groups = whole.split(/\D/);
  const inThrees = groups.every((group, i) => (i === 0 ? group.length <= 3 : group.length === 3));
  const indian =
    groups.length > 2 &&
    groups.every((group, i) =>
      i === groups.length - 1 ? group.length === 3 : i === 0 ? group.length <= 2 : group.length === 2,
    );
  return inThrees || indian;
}
