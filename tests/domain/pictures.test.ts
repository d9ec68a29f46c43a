import { execFileSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { changeBrand, publishDraft, saveDraft } from "#server/domain/reseller/brand/index.ts";
import { addPicture, findPicture, findPictureSizes, purgePictures } from "#server/domain/reseller/pictures/index.ts";
import { MB } from "#server/kernel/data-size.ts";
import { database, sql } from "#server/kernel/db.ts";
import { DAY } from "#server/kernel/time.ts";
import { until } from "#tests/support/until.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const newReseller = async () => await enter((await newAccount()).code, "live");
const svg = (inside: string, attributes = 'viewBox="0 0 400 100"', before = "") =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
const BOX = '<rect width="400" height="100" fill="#0F5C63"/>';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that says how large it is, and whose rows are all alike: small as a file, and not as pixels. */
function pngOf(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const pixels = deflateSync(Buffer.alloc(rows * (width + 1)));
  const parts = [chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

/** Of more pixels than are decoded whole. */
const photoOf = async (kind: { progressive: boolean }) =>
  await sharp({ create: { width: 7_000, height: 3_500, channels: 3, background: "#aa3311" } })
    .jpeg(kind)
    .toBuffer();

test("what is stored of a picture is its pixels: no metadata, no script, nothing that was appended", async () => {
  const ctx = await newReseller();
  const photo = await sharp({ create: { width: 1_600, height: 400, channels: 3, background: "#aa3311" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "SECRET-PLACE" } })
    .toBuffer();
  const polyglot = Buffer.concat([pngOf(64, 64), Buffer.from("<script>SECRET-PLACE</script>")]);
  const script = `<script>SECRET-PLACE</script><a href="javascript:alert(1)">${BOX}</a>`;
  const elsewhere = `<style>@import url("https://evil.example/SECRET-PLACE");</style><use href="file:///etc/passwd#x"/>${BOX}`;
  const uploads = [
    [photo, { width: 960, height: 240 }],
    [polyglot, { width: 64, height: 64 }],
    [svg(script), { width: 960, height: 240 }],
    [svg(elsewhere), { width: 960, height: 240 }],
  ] as const;
  for (const [uploaded, size] of uploads) {
    const { path, ...made } = await addPicture(ctx, uploaded, "logo");
    expect(made).toEqual(size);
    const stored = (await findPicture(database(), path))!;
    expect(stored.includes("SECRET-PLACE")).toBe(false);
    expect(await sharp(stored).metadata()).toMatchObject({ format: "png", ...size });
  }
  const icon = await addPicture(ctx, photo, "favicon");
  expect([icon.width, icon.height]).toEqual([192, 192]);
  expect(await addPicture(ctx, photo, "favicon")).toEqual(icon);
});

test("what is hostile, broken or no picture is refused with what to do, quickly", async () => {
  const ctx = await newReseller();
  const whole = pngOf(800, 800);
  const nested = Array.from({ length: 12 }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(20)}</g>`);
  const hostile: [string, Buffer, RegExp][] = [
    ["a bomb", pngOf(30_000, 30_000, 100), /too many pixels/],
    ["a long line", pngOf(1, 100_000), /twelve times/],
    ["cut off", whole.subarray(0, whole.length - 40), /cannot be read/],
    ["a page", Buffer.from("<!doctype html><svg></svg>"), /PNG, JPEG, WebP or SVG/],
    ["an animation", Buffer.from("GIF89a\x01\0\x01\0"), /PNG, JPEG, WebP or SVG/],
    ["too many bytes", Buffer.concat([whole, Buffer.alloc(8 * MB)]), /larger than 8 MB/],
    ["too long a drawing", svg(`<!--${"x".repeat(MB)}-->${BOX}`), /larger than 1 MB/],
    ["laughs", svg("&a;", "", '<!DOCTYPE svg [<!ENTITY a "aaaa">]>'), /entities/],
    ["a page in a drawing", svg("<foreignObject><p/></foreignObject>"), /other kinds/],
    ["a picture in a drawing", svg('<image href="data:image/png;base64,AAAA"/>'), /other kinds/],
    ["a file in a drawing", svg('<xi:include href="/etc/passwd" parse="text"/>'), /other kinds/],
    ["a font that is not there", svg("<text>Sunny</text>"), /outlines/],
    ["another encoding", Buffer.from(svg(BOX).toString(), "utf16le"), /PNG, JPEG, WebP or SVG/],
    ["a drawing of a drawing", svg(`<g id="g0">${BOX}</g>${nested.join("")}<use href="#g12"/>`), /too many parts/],
    ["a photo that is decoded whole", await photoOf({ progressive: true }), /progressive JPEG/],
    ["an endless drawing", svg(BOX, 'width="900000" height="900000"'), /too many pixels|cannot be read/],
  ];
  for (const [what, picture, words] of hostile) {
    const refusal = await addPicture(ctx, picture, "logo").catch((error: Error) => error);
    expect(refusal, what).toMatchObject({ code: "validation_error", message: expect.stringMatching(words) });
  }
  expect(await database().prisma.picture.count({ where: { accountId: ctx.account.id } })).toBe(0);
});

test("a picture is refused for what it takes of the processor, not for how busy the machine is", async () => {
  const ctx = await newReseller();
  const waves =
    '<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="0.1" numOctaves="9"/></filter>';
  const endless = svg(`${waves}${'<rect width="400" height="100" filter="url(#f)"/>'.repeat(400)}`);
  await expect(addPicture(ctx, endless, "logo")).rejects.toMatchObject({
    message: expect.stringMatching(/takes too long/),
  });
  const preparing = addPicture(ctx, await photoOf({ progressive: false }), "hero");
  let encoder: number | undefined;
  await until(() => {
    const all = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
    encoder = Number.parseInt(all.split("\n").find((line) => line.includes("pictures/encoder.ts")) ?? "", 10);
    return encoder > 0;
  });
  process.kill(encoder!, "SIGSTOP");
  await setTimeout(6_000);
  process.kill(encoder!, "SIGCONT");
  expect(await preparing).toMatchObject({ width: 1_920, height: 960 });
});

test("pictures that are refused count as well: a hundred a day, of each account apart", async () => {
  const [ctx, other] = [await newReseller(), await newReseller()];
  const send = (who: typeof ctx) => addPicture(who, Buffer.from("no picture"), "logo").catch(({ code }) => code);
  for (let i = 0; i < 100; i++) expect(await send(ctx)).toBe("validation_error");
  expect(await send(ctx)).toBe("rate_limit_exceeded");
  expect(await send(other)).toBe("validation_error");
});

test("a picture is its account's own, and is removed when no brand, draft or earlier version shows it", async () => {
  const [ctx, other] = [await newReseller(), await newReseller()];
  const upload = async (side: number, inside = BOX) =>
    (await addPicture(ctx, svg(inside, `viewBox="0 0 ${side} 100"`), "logo")).path;
  const [published, drafted, unused] = [await upload(300), await upload(400), await upload(500)];
  await expect(changeBrand(other, { logoUrl: published })).rejects.toMatchObject({ code: "validation_error" });
  await expect(saveDraft(other, { fields: { logo_url: published }, revision: 0 })).rejects.toMatchObject({
    code: "validation_error",
  });
  await saveDraft(ctx, { fields: { logo_url: published }, revision: 0 });
  await publishDraft(ctx, { revision: 1, version: 0 });
  await changeBrand(ctx, { logoUrl: null });
  await saveDraft(ctx, { fields: { logo_url: drafted }, revision: 2 });
  const left = async () =>
    (await Promise.all([published, drafted, unused].map((path) => findPicture(database(), path)))).map(Boolean);
  await purgePictures(system());
  expect(await left()).toEqual([true, true, true]);
  await database().query(sql`update pictures set used_at = used_at - interval '2 days'`);
  await purgePictures(system());
  expect(await left()).toEqual([true, true, false]);
  await saveDraft(ctx, { fields: {}, revision: 3 });
  await database().query(sql`delete from brand_versions where account_id = ${ctx.account.id}`);
  await purgePictures(system({ clock: { now: () => new Date(Date.now() + 2 * DAY) } }));
  expect(await left()).toEqual([false, false, false]);
});

test("a picture that fills the screen is kept in several sizes, small as a file, and goes with all of them", async () => {
  const [ctx, other] = [await newReseller(), await newReseller()];
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const drawn = await sharp({ create: { width: 700, height: 350, channels: 3, background: "#3377aa", noise } })
    .png()
    .toBuffer();
  // As many pixels as phones take, and as many bytes as are let in.
  const taken = await sharp(drawn)
    .resize({ width: 7_000 })
    .jpeg({ quality: 80 })
    .withExif({ IFD0: { Copyright: "SECRET-PLACE" } })
    .toBuffer();
  const photo = Buffer.concat([taken, Buffer.alloc(8 * MB - taken.length)]);
  const { path, ...size } = await addPicture(ctx, photo, "hero");
  expect([path.endsWith(".webp"), size]).toEqual([true, { width: 1_920, height: 960 }]);
  const sizes = await findPictureSizes(database(), ctx.account.id, path);
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [1_920, 960],
    [1_200, 600],
    [720, 360],
  ]);
  for (const each of sizes) {
    const stored = (await findPicture(database(), each.path))!;
    expect(stored.includes("SECRET-PLACE")).toBe(false);
    expect((await sharp(stored).metadata()).format).toBe("webp");
  }
  // Nobody else's, and no logo.
  expect(await findPictureSizes(database(), other.account.id, path)).toEqual([]);
  for (const [who, fields] of [
    [other, { hero_picture: path }],
    [ctx, { logo_url: path }],
    [ctx, { hero_picture: "https://elsewhere.example/x.webp" }],
  ] as const)
    await expect(saveDraft(who, { fields, revision: 0 })).rejects.toMatchObject({ code: "validation_error" });
  await saveDraft(ctx, { fields: { hero_picture: path }, revision: 0 });
  await publishDraft(ctx, { revision: 1, version: 0 });
  const purge = async () => {
    await database().query(sql`update pictures set used_at = used_at - interval '2 days'`);
    await purgePictures(system());
    return await database().prisma.picture.count({ where: { accountId: ctx.account.id } });
  };
  expect(await purge()).toBe(3);
  await database().query(sql`update brands set shop = '{}' where account_id = ${ctx.account.id}`);
  await database().query(sql`delete from brand_versions where account_id = ${ctx.account.id}`);
  expect(await purge()).toBe(0);
});
