import { expect, test } from "vitest";
import { parseWebhook } from "#server/domain/catalogue/suppliers/esimaccess/supplier-webhook.ts";

const read = (notice: unknown) => parseWebhook({ body: typeof notice === "string" ? notice : JSON.stringify(notice) });

const content = {
  orderNo: "B25030110000001",
  transactionId: "T-1",
  esimTranNo: "25030110000001",
  iccid: "8943108170000775671",
  esimStatus: "IN_USE",
  smdpStatus: "ENABLED",
};
const about = {
  reference: "T-1",
  supplierReference: "B25030110000001",
  supplierEsimId: "25030110000001",
  iccid: "8943108170000775671",
};

test.each(["ESIM_STATUS", "SMDP_EVENT", "DATA_USAGE", "VALIDITY_USAGE", "SOMETHING_NEW"])(
  "%s says which order and which eSIM to look at",
  (notifyType) => {
    expect(read({ notifyType, notifyId: "n-1", eventGenerateTime: "2026-03-01T12:00:00Z", content })).toEqual({
      kind: notifyType,
      dedupeKey: "n-1",
      ...about,
    });
  },
);

test("ORDER_STATUS names an order and no eSIM; what is empty or null is not named", () => {
  const { orderNo, transactionId } = content;
  expect(read({ notifyType: "ORDER_STATUS", notifyId: "n-2", content: { orderNo, transactionId, iccid: "" } })).toEqual(
    {
      kind: "ORDER_STATUS",
      dedupeKey: "n-2",
      ...about,
      supplierEsimId: null,
      iccid: null,
    },
  );
});

test("the check of an address is about no order", () => {
  expect(read({ notifyType: "CHECK_HEALTH", content: { orderNo: "1234567890", orderStatus: "Test" } })).toMatchObject({
    kind: "CHECK_HEALTH",
    reference: null,
    supplierReference: null,
  });
});

test("without an id of its own the same notice still has the same key, and another one another", () => {
  const [one, again, other] = [content, content, { ...content, esimStatus: "USED_UP" }].map((said) =>
    read({ notifyType: "ESIM_STATUS", notifyId: null, content: said }),
  );
  expect(one!.dedupeKey).toBe(again!.dedupeKey);
  expect(one!.dedupeKey).not.toBe(other!.dedupeKey);
});

test("what cannot be read is no notice", () => {
  for (const body of ["", "{", "null", "[]", "<html>", "{}", "\0"]) expect(read(body)).toBeNull();
  for (const notice of [
    { notifyType: "ESIM_STATUS" },
    { notifyType: "", content },
    { notifyType: "ESIM_STATUS", content: { ...content, iccid: 8 } },
    { notifyType: "ESIM_STATUS", notifyId: "a\0b", content },
    { notifyType: "x".repeat(501), content },
  ])
    expect(read(notice)).toBeNull();
});
