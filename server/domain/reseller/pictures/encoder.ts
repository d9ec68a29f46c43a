import { writeSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";

/**
 * A program of its own (`encode-picture.ts` starts it, with an empty environment): reads a picture that somebody uploaded from
 * its input and writes one of our making to its output, a PNG without anything that was beside the pixels, or a WebP of what is shown large, at most as wide as its third word says. Whatever the
 * decoders do with a hostile file, they do it here. Before it come its width and
 * height, four bytes each. A refusal is exit code 3 and a word.
 */
const BOXES = {
  logo: { width: 960, height: 240 },
  favicon: { width: 192, height: 192 },
  hero: { width: 1_920, height: 1_440 },
};

/** Told before anything is decoded: the size that a file claims is what a decoder would make room for. */
const MOST_PIXELS = 24_000_000;
/** As phones take them: of a JPEG only as many are decoded as are kept, unless it is progressive, which comes as a whole. */
const MOST_OF_PHOTOS = 50_000_000;
const MOST_SIDES = 12;

const refuse = (reason: string): never => {
  writeSync(1, reason);
  process.exit(3);
};

const LOADERS = { png: "Png", jpeg: "Jpeg", webp: "Webp", svg: "Svg" };

sharp.cache(false);
sharp.concurrency(1);
const [use, type, most] = process.argv.slice(2) as [keyof typeof BOXES, keyof typeof LOADERS, string?];
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: [`VipsForeignLoad${LOADERS[type]}`] });

const bytes = await buffer(process.stdin);
if (type === "svg") checkDrawing(bytes);
const options = {
  limitInputPixels: type === "jpeg" ? MOST_OF_PHOTOS : MOST_PIXELS,
  failOn: "error",
  sequentialRead: true,
} as const;
try {
  process.stdout.write(await encode());
} catch (error) {
  refuse(/pixel limit/i.test(String(error)) ? "pixels" : "broken");
}

async function encode(): Promise<Buffer> {
  const { autoOrient, isProgressive } = await sharp(bytes, options).metadata();
  const { width = 0, height = 0 } = autoOrient;
  const [short, long] = [width, height].sort((a, b) => a - b) as [number, number];
  if (short < 1) refuse("broken");
  if (isProgressive && width * height > MOST_PIXELS) refuse("progressive");
  if (long > short * MOST_SIDES) refuse("shape");
  const box = most ? { width: Number(most), height: Number(most) } : BOXES[use];
  // A drawing is drawn at the size at which it is kept.
  const scale = Math.min(box.width / width, box.height / height);
  const density = type === "svg" ? { density: Math.min(Math.max(72 * scale, 1), 7_200) } : {};
  const fit = use === "favicon" ? "contain" : "inside";
  const side = Math.min(box.width, type === "svg" ? box.width : Math.max(long, 16));
  const target = use === "favicon" ? { width: side, height: side } : box;
  const pixels = sharp(bytes, { ...options, ...density })
    .autoOrient()
    .resize({
      ...target,
      fit,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
      withoutEnlargement: type !== "svg" && fit === "inside",
    })
    .toColourspace("srgb");
  const picture = use === "hero" ? pixels.webp({ quality: 74, effort: 5 }) : pixels.png({ compressionLevel: 9 });
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const size = Buffer.alloc(8);
  size.writeUInt32BE(info.width, 0);
  size.writeUInt32BE(info.height, 4);
  return Buffer.concat([size, data]);
}

/**
 * What of a drawing would be drawn otherwise than its maker sees it, or costs more than a logo may, is refused. Scripts,
 * styles from elsewhere and links are not looked for: nothing of them is in a picture that is made of pixels.
 */
function checkDrawing(drawing: Buffer): void {
  let text = "";
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(drawing);
  } catch {
    refuse("encoding");
  }
  if (/^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(text) || text.includes("\0")) refuse("encoding");
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) refuse("entities");
  if (tags(text, "text|tspan") > 0) refuse("text");
  if (tags(text, "image|feImage|foreignObject|include") > 0) refuse("embedded");
  if (tags(text, "\\w+") > 20_000 || tags(text, "fe\\w+") > 12 || tags(text, "use") > 64) refuse("complex");
}

function tags(text: string, names: string): number {
  return text.match(new RegExp(`<(?:[\\w.-]+:)?(?:${names})[\\s/>]`, "gi"))?.length ?? 0;
}
