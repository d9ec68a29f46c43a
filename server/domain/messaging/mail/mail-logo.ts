import type { PictureSize } from "#server/domain/reseller/pictures/index.ts";

/** In a mail's own pixels, with the margin around it; screens have up to two for each. */
const MOST = { width: 220, height: 44 };
const MARGIN = 6;
const DENSITY = 2;

/** How large a mail shows a logo of this size. */
export function mailLogoSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(MOST.width / width, MOST.height / height);
  const side = (length: number) => Math.max(1, Math.round(length * scale)) + 2 * MARGIN;
  return { width: side(width), height: side(height) };
}

/**
 * A stored logo as mails carry it: small, and on white, because nobody knows the ground that a mail program puts under it in the
 * dark. What is decoded is a PNG of our own making.
 */
export async function drawMailLogo(png: Buffer): Promise<Buffer> {
  // Loaded where there is something to draw.
  const { default: sharp } = await import("sharp");
  const background = "#ffffff";
  const { width = 1, height = 1 } = await sharp(png).metadata();
  const shown = mailLogoSize({ width, height });
  const inner = { width: (shown.width - 2 * MARGIN) * DENSITY, height: (shown.height - 2 * MARGIN) * DENSITY };
  const around = MARGIN * DENSITY;
  return await sharp(png)
    .resize({ ...inner, fit: "fill" })
    .flatten({ background })
    .extend({ top: around, bottom: around, left: around, right: around, background })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
