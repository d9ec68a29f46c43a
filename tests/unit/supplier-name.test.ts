import { expect, test } from "vitest";
import { SUPPLIER_NAMES } from "#components/portal/supplier-name.ts";
import { describeSupplier, SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";

test("pages call every supplier as it calls itself", () => {
  expect(SUPPLIER_NAMES).toEqual(Object.fromEntries(SUPPLIER_CODES.map((code) => [code, describeSupplier(code).name])));
});
