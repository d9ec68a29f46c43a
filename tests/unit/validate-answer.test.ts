import { expect, test } from "vitest";
import { samples } from "#server/api/v1/samples/index.ts";
import { expectDocumented, operationIdOf } from "#tests/support/validate-answer.ts";

const meta = {
  request_id: "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
  api_version: "v1",
  environment: "test",
  timestamp: "2026-11-20T13:00:00+00:00",
};
const data = samples.getOrder.data as Record<string, unknown>;
const { status: _, ...withoutStatus } = data;
const failure = (code: string, details?: object) => ({
  success: false,
  error: { code, message: "No.", ...(details && { details }), documentation_url: `/docs/errors#${code}` },
  meta: { request_id: meta.request_id, api_version: "v1" },
});

test("an answer as documented passes", () => {
  expectDocumented("getOrder", 200, { success: true, data, meta });
  expectDocumented("getOrder", 404, failure("resource_not_found"));
  expectDocumented("createOrder", 422, failure("validation_error", { field: "quantity" }));
  expectDocumented(null, 404, failure("resource_not_found"));
});

test.each<[string, () => void]>([
  ["a field that is not documented", () => check({ ...data, cost: 1 })],
  ["one in a record within", () => check({ ...data, profiles: [{ ...firstProfile(), cost: 1 }] })],
  ["a documented field that is missing", () => check(withoutStatus)],
  ["a value of another type", () => check({ ...data, unit_price: "7.912" })],
  ["a state that is not listed", () => check({ ...data, status: "lost" })],
  ["an error that the operation does not list", () => expectDocumented("getOrder", 409, failure("conflict"))],
  ["a code under another status", () => expectDocumented("getOrder", 404, failure("validation_error", { field: "a" }))],
  ["details that are missing", () => expectDocumented("createOrder", 422, failure("validation_error"))],
  ["details that no one documented", () => expectDocumented("getOrder", 404, failure("resource_not_found", { id: 7 }))],
  ["a success where the API has nothing", () => expectDocumented(null, 200, { success: true, data, meta })],
])("refuses %s", (_what, work) => expect(work).toThrow(/document/));

const check = (changed: object) => expectDocumented("getOrder", 200, { success: true, data: changed, meta });
const firstProfile = () => (data.profiles as object[])[0];

test("finds the operation of a path, the fixed one before the open one", () => {
  expect(operationIdOf("GET", "/orders/B2B-1?x=1")).toBe("getOrder");
  expect(operationIdOf("POST", "/orders")).toBe("createOrder");
  expect(operationIdOf("GET", "/health/ready")).toBe("getReadiness");
  expect(operationIdOf("GET", "/orders/")).toBeNull();
  expect(operationIdOf("DELETE", "/orders")).toBeNull();
});
