import fc from "fast-check";
import { expect, test } from "vitest";
import { storable, storableJson } from "#server/kernel/storable.ts";

const anyText = fc.string({ unit: fc.constantFrom("a", "\\", "u0000", "ud800", "\0", "\ud800", "\udc00", "😀", '"') });

test("JSON for a statement says the same as its storable texts, whatever the texts and names hold", () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, anyText), (record) => {
      const expected = Object.entries(record).map(([name, text]) => [storable(name), storable(text)]);
      const entries = storableJson(Object.entries(record));
      expect(JSON.parse(entries)).toEqual(expected);
      expect(Object.keys(JSON.parse(storableJson(record)))).toEqual(Object.keys(Object.fromEntries(expected)));
      expect(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(entries)).toBe(false);
    }),
  );
});
