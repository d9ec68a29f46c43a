import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { safeReturn } from "#components/auth/safe-return.ts";
import { NO_PAGE_POLICY, transportSecurity } from "#server/http/security-headers.ts";
import { redact } from "#server/kernel/log.ts";
import { ownTime } from "#tests/support/own-time.ts";

test.each([
  ["svc_live_1aB2c3D4e5F6g7H8i9J0", "svc_live_1aB2…"],
  ["whsec_C2FVsBQIhrs+b5", "whsec_…"],
  ["sk_live_4eC39HqLyj", "sk_live_…"],
  ["Authorization: Bearer abc.def-ghi_jkl", "Authorization: Bearer …"],
  ["LPA:1$rsp.example.com$K2-1ABCDE-F2GHIJ", "LPA:1$rsp.example.com$…"],
  ["connect postgresql://svc:hunter22@db.example.com/svc", "connect postgresql://…@db.example.com/svc"],
  ["redis://:hunter22@cache.example.com", "redis://…@cache.example.com"],
  ["mail to anna.meier@example.com failed", "mail to a…@example.com failed"],
  ["GET /recovery/0123456789abcdefghijklmnop", "GET /recovery/…"],
  ["GET /store/shop/en/esim/0123456789abcdefghijklmnop/1", "GET /store/shop/en/esim/…/1"],
  ["cookie next-auth.session-token=eyJhbGciOi.xyz; theme=dark", "cookie next-auth.session-token=…; theme=dark"],
  ['{"password":"correct horse","user":1}', '{"password":"…","user":1}'],
  ['{"body":"{\\"currentPassword\\":\\"correct horse\\"}"}', '{"body":"{\\"currentPassword\\":\\"…\\"}"}'],
  ['{"code":"validation_error","token":"abcdef123456"}', '{"code":"validation_error","token":"…"}'],
])("%s is logged as %s", (text, seen) => {
  expect(redact(text)).toBe(seen);
});

test("no address that opens something by itself is logged whole, whichever page it leads to", () => {
  const token = "test-1042-491234-0123456789abcdef0123456789abcdef";
  const paths = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => /\[(?:token|secret)\]$/.test(path))
    .map((path) => path.replace(/\(\w+\)\//g, "").replace("[code]", "airalo"));
  expect(paths).toContain("sign-up/[token]");
  // No page of its own: the door reads it.
  for (const path of [...paths, "preview/[token]"]) {
    const line = redact(JSON.stringify({ path: `/${path.replace(/\[(?:token|secret)\]/, token)}/more` }));
    expect(line, path).not.toContain(token);
    expect(line, path).toContain("…/more");
  }
});

test("what is no secret stays readable, and a log line stays JSON", () => {
  const line = JSON.stringify({
    requestId: "req_01J",
    operation: "GET /orders/{reference}",
    status: 404,
    code: "resource_not_found",
  });
  expect(redact(line)).toBe(line);
  const secret = JSON.stringify({
    error: 'user "anna@example.com" sent {"password":"a \\"quoted\\" one"} to https://u:p4ssw0rd@x.example',
  });
  expect(() => JSON.parse(redact(secret))).not.toThrow();
});

test.each([
  "LPA:1$rsp.example.com$K2-1ABCDE-F2GHIJ",
  "next-auth.session-token=eyJhbGciOi.xyz",
  "Bearer abc.def-ghi_jkl",
  "postgresql://svc:hunter22@db.example.com/svc",
  "/recovery/0123456789abcdefghijklmnop",
  "anna.meier@example.com",
])("a line in which others are quoted with %s stays the JSON that it was", (secret) => {
  // What a supplier said, in a message of an error, in a line.
  for (const end of ['"}', '","account":"ACC-2"}', "\\", "\n", "\t@x.example"])
    for (const said of [`${secret}${end}`, JSON.stringify({ said: secret, end })]) {
      const line = redact(JSON.stringify({ error: said, account: "ACC-1" }));
      expect(() => JSON.parse(line), line).not.toThrow();
      expect(JSON.parse(line)).toEqual({ error: expect.any(String), account: "ACC-1" });
    }
});

test.each(["a", "a.", "://a:", "a:", "\\", '"secret', "a@", "LPA:1$", "Bearer ", "session-token=", '\\"'])(
  "a long line of %j is written at once",
  (part) => {
    const since = ownTime();
    redact(`://${part.repeat(200_000 / part.length)}`);
    // It took minutes, in which the process did nothing else.
    expect(ownTime() - since).toBeLessThan(2_000);
  },
);

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\n/evil.example",
  "/\t/evil",
  "javascript:alert(1)",
  "",
  undefined,
  "/api/auth/signout",
  "/sign-in?to=x",
])("after signing in, %j leads to the portal", (to) => expect(safeReturn(to)).toBe("/portal"));

test("after signing in, people go on where they wanted to", () => {
  expect(safeReturn("/live/team?tab=roles")).toBe("/live/team?tab=roles");
  // Of an address that says it twice, as it says first.
  expect(safeReturn(["/live/team", "//evil.example"])).toBe("/live/team");
  expect(safeReturn(["//evil.example", "/live/team"])).toBe("/portal");
  expect(safeReturn([])).toBe("/portal");
});

test("https is remembered for two years, of a reseller's domain without its other names", () => {
  expect(transportSecurity(true)).toBe("max-age=63072000; includeSubDomains");
  expect(transportSecurity(false)).toBe("max-age=63072000");
  expect(NO_PAGE_POLICY).toContain("frame-ancestors 'none'");
});
