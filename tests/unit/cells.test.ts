import { expect, test } from "vitest";
import { cellOfId, inThisCell } from "#server/kernel/cell.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { aboutWhom } from "#server/process/relay/read-form.ts";

const passkey = (userHandle: string) =>
  new URLSearchParams({ response: JSON.stringify({ id: "x", response: { userHandle } }) }).toString();
const handle = (text: string) => Buffer.from(text).toString("base64url");

test.each([
  ["/api/auth/callback/password", "email=%20A%40Example.com&password=x", { email: "a@example.com" }],
  ["/api/auth/callback/password", "password=x", null],
  ["/api/auth/callback/password", `email=${"a".repeat(300)}`, null],
  ["/api/auth/callback/passkey", passkey(handle("20000001")), { userId: 20_000_001 }],
  ["/api/auth/callback/passkey", passkey(handle("-1")), null],
  ["/api/auth/callback/passkey", passkey(handle("1e999")), null],
  ["/api/auth/callback/passkey", "response=%7Bnot", null],
  ["/api/trpc/people/auth.requestReset", '{"json":{"email":"B@x.y"}}', { email: "b@x.y" }],
  ["/api/trpc/people/auth.requestReset", '{"0":{"json":{"email":"B@x.y"}}}', { email: "b@x.y" }],
  ["/api/trpc/people/auth.requestReset", '{"0":{"json":{"email":["B@x.y"]}}}', null],
  ["/api/trpc/people/auth.requestReset", "[[[", null],
])("a form to %s says whom it is about: %s", (path, body, whom) => {
  expect(aboutWhom(path, body)).toEqual(whom);
});

test("the number of an account tells its cell", () => {
  expect([1, 20_000_000, 20_000_001, 40_000_000, 40_000_001].map(cellOfId)).toEqual([1, 1, 2, 2, 3]);
});

test("addresses that a cell gives out name it, and home's are as they were", () => {
  const inCell = (name: string | null) => {
    overrideEnv({ cell: name === null ? undefined : { name, secret: "s".repeat(32) } });
    return [inThisCell("https://h/a"), inThisCell("https://h/a?b=c")];
  };
  expect(inCell("east")).toEqual(["https://h/a?cell=east", "https://h/a?b=c&cell=east"]);
  for (const name of ["home", null]) expect(inCell(name)).toEqual(["https://h/a", "https://h/a?b=c"]);
});
