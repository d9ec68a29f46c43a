import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { acceptsGzip, encode, etagOf, isHeld } from "#server/http/encoding.ts";

test.each<[string, boolean]>([
  ["gzip", true],
  ["br, GZIP;q=0.5", true],
  ["gzip;q=0", false],
  ["gzip; q=0.0, br", false],
  ["gzip;q=0.001", true],
  ["identity", false],
  ["", false],
])("Accept-Encoding %j: gzip %s", (encodings, accepted) => expect(acceptsGzip(encodings)).toBe(accepted));

test("what is worth it is zipped for who takes it, and is the same unzipped", async () => {
  const body = JSON.stringify(Array(200).fill({ name: "Türkiye 5 GB" }));
  const zipped = await encode(body, "gzip, br");
  expect(zipped.isZipped).toBe(true);
  expect(gunzipSync(zipped.bytes as Buffer).toString()).toBe(body);
  expect(await encode(body, "br")).toEqual({ bytes: body, isZipped: false });
  expect(await encode("{}", "gzip")).toEqual({ bytes: "{}", isZipped: false });
});

test("an ETag is of the data alone, and found in a list", () => {
  const etag = etagOf('{"a":1}');
  expect(etag).toBe(etagOf('{"a":1}'));
  expect(etag).not.toBe(etagOf('{"a":2}'));
  expect(isHeld(etag, `"x",${etag}`)).toBe(true);
  expect(isHeld(etag, `"x"`)).toBe(false);
  expect(isHeld(etag, "")).toBe(false);
});
