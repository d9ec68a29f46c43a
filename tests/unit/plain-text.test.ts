import { expect, test } from "vitest";
import { runCommand } from "#server/cli/run-command.ts";
import { BrandFields, parseBrandFields } from "#server/domain/reseller/brand/index.ts";
import { pictureType } from "#server/domain/reseller/pictures/index.ts";
import { check } from "#server/http/input.ts";
import { requirePlainText, requireTypedText } from "#server/kernel/plain-text.ts";

const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

const CONTROLS = ["\r", "\n", "\r\n", "\t", "\0", "\x07", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u2029", "\ud800"];

test.each(CONTROLS)("%j in a line is refused, wherever it is, and the field is named", (control) => {
  const text = `a${control}b`;
  const told = (given: unknown) => refusal(() => requirePlainText(given, "body"));
  expect(told({ name: text })).toMatchObject({ code: "validation_error", details: { field: "name" } });
  expect(told({ outer: { list: ["fine", text] } })).toMatchObject({ details: { field: "outer.list.1" } });
  expect(told(text)).toMatchObject({ details: { field: "body" } });
});

test("texts of several lines may have lines, and nothing else", () => {
  for (const name of ["text", "note", "reason"]) {
    expect(refusal(() => requirePlainText({ [name]: "one\r\ntwo\n\tthree" }, "body"))).toBeNull();
    expect(refusal(() => requirePlainText({ [name]: "one\rtwo" }, "body"))).not.toBeNull();
    expect(refusal(() => requirePlainText({ [name]: "\x1b]0;" }, "body"))).not.toBeNull();
  }
});

test.each(["Müller & Söhne", "東京トラベル", "عطلة", "👨‍👩‍👧 Trips", 'O\'Neil "Best" <Travel>', ""])(
  "%j is fine",
  (name) => {
    expect(
      refusal(() => requirePlainText({ name, list: [name], at: new Date(), n: 1, none: null }, "body")),
    ).toBeNull();
  },
);

test.each(["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"])(
  "%j turns what is read: people do not type it into a line, and the API leaves it to its callers",
  (mark) => {
    const given = { company: { name: `Sunny ${mark}moc.live` } };
    expect(refusal(() => requireTypedText(given, "input"))).toMatchObject({
      code: "validation_error",
      message: "company.name must be text without hidden marks that turn its direction; type it anew.",
      details: { field: "company.name" },
    });
    expect(refusal(() => requireTypedText({ text: `مرحبا\n${mark}` }, "input"))).toBeNull();
    expect(refusal(() => requireTypedText({ name: "a\0b" }, "input"))).toMatchObject({ details: { field: "name" } });
    expect(refusal(() => requirePlainText(given, "body"))).toBeNull();
  },
);

test("what has more parts than any input is refused for it, without being looked through", () => {
  const list = Array(4_000_000);
  let looked = 0;
  const counted = new Proxy(list, {
    get: (of, name) => {
      looked++;
      return Reflect.get(of, name);
    },
  });
  for (const given of [{ list: counted }, Array.from({ length: 200 }, () => Array(200).fill("x"))])
    expect(refusal(() => requirePlainText(given, "input"))).toMatchObject({
      code: "validation_error",
      message: "input has more than 20,000 parts.",
    });
  expect(looked).toBeLessThan(100_000);
  expect(refusal(() => requirePlainText(Array(19_000).fill("x"), "input"))).toBeNull();
});

test("what is nested without end is left to its schema", () => {
  const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`) as unknown;
  expect(refusal(() => requirePlainText(deep, "body"))).toBeNull();
});

test("the API, the portal's forms and the command line refuse alike", async () => {
  const brand_name = "Sunny\r\nBcc: everybody@example.com";
  expect(refusal(() => check(BrandFields, { brand_name }, "body"))).toMatchObject({ details: { field: "brand_name" } });
  expect(refusal(() => check(BrandFields, { support_email: "a,b@c.dd" }, "body"))).toMatchObject({
    details: { field: "support_email" },
  });
  expect(() => parseBrandFields({ support_email: "a,b@c.dd" })).toThrow(/e-mail address/);
  const wrote: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = ((text: string) => wrote.push(text) > 0) as typeof write;
  const status = await runCommand([
    "account",
    "create",
    "--name",
    brand_name,
    "--email",
    "a@b.cc",
    "--currency",
    "EUR",
  ]);
  process.stderr.write = write;
  expect(status).toBe(1);
  expect(wrote.join("")).toBe("name must be one line of text without control characters.\n");
});

const bytes = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["\x89PNG\r\n\x1a\n…", "text/html", "image/png"],
  ["\xff\xd8\xff\xe0…", "image/png", "image/jpeg"],
  ["GIF89a…", "", "image/gif"],
  ["RIFF\0\0\0\0WEBPVP8 ", "image/webp", "image/webp"],
  ["\0\0\x01\0\x01\0", "image/vnd.microsoft.icon", "image/x-icon"],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml", "image/svg+xml"],
  ['<?xml version="1.0"?>\n<!-- made by hand -->\n<svg>', "image/svg+xml", "image/svg+xml"],
  ["<svg/>", "image/png", null],
  ["<!doctype html><script>alert(1)</script>", "image/png, text/html", null],
  ["<!doctype html><script>alert(1)</script>", "image/svg+xml", null],
  ["<html><svg></svg></html>", "image/svg+xml", null],
  ['<!DOCTYPE svg [<!ENTITY a "b">]><svg>', "image/svg+xml", null],
  ["GIF8 <script>", "image/gif", null],
  ["", "image/png", null],
])("a picture of %j that is called %j is %j", (start, called, type) => {
  expect(pictureType(bytes(start), called)).toBe(type);
});
