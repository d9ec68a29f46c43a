import { expect } from "vitest";
import { errorsOf, type Operation } from "#server/http/operation.ts";
import { ERRORS, type ErrorCode } from "#server/kernel/errors.ts";
import type { Got } from "./api.ts";

/** What every refusal is: the envelope, its status, its headers, and a code that the operation declares. */
export function expectFailure(got: Got, operation: Operation | null, code: ErrorCode): void {
  expect(got.json, JSON.stringify(got.json)).toMatchObject({
    success: false,
    error: { code, message: expect.any(String), documentation_url: `/docs/errors#${code}` },
    meta: { request_id: expect.stringMatching(/^req_[0-9A-Z]{26}$/), api_version: "v1" },
  });
  expect(got.status).toBe(ERRORS[code].status);
  expect(got.headers["x-request-id"]).toBe(got.json.meta.request_id);
  expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
  expectLimits(got);
  if (operation) expect(errorsOf(operation)).toContain(code);
}

/** Limits are told on every answer. */
export function expectLimits({ headers }: Got): void {
  for (const name of ["limit", "remaining", "reset", "daily-limit", "daily-remaining", "daily-reset"])
    expect(headers[`x-ratelimit-${name}`], name).toMatch(/^\d+$/);
}
