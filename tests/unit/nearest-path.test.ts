import { expect, test } from "vitest";
import { nearestPath } from "#server/http/nearest-path.ts";

const KNOWN = ["/orders", "/packages", "/account", "/account/balance", "/auth/test"];

test.each([
  ["/ORDERS", "/orders"],
  ["/package", "/packages"],
  ["/balance", "/account/balance"],
  ["/accounts/balance", undefined],
  ["/nope", undefined],
  ["/s", undefined],
  ["", undefined],
])("by %j somebody may have meant %j", (path, near) => {
  expect(nearestPath(path, KNOWN)).toBe(near);
});
