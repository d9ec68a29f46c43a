import sharp from "sharp";
import { readableOn } from "#components/storefront/theme/color.ts";
import { translator } from "#components/storefront/translate.ts";
import { findPicture } from "#server/domain/reseller/pictures/index.ts";
import { toLanguage } from "#server/domain/shop/checkout/index.ts";
import { database } from "#server/kernel/db.ts";
import { HeldBytes } from "#server/kernel/held-bytes.ts";
import { inPieces } from "#server/kernel/in-pieces.ts";
import { LANGUAGE_FACTS } from "#server/kernel/languages.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { printable } from "./install-words.ts";
import { type FontName, isWritable, linesOf, type Outline, outline } from "./lettering.ts";

type SharedShop = {
  /** Another one as soon as the picture would be. */
  version: string;
  name: string;
  companyLegalName: string;
  language: string;
  primaryColor: string;
  /** Null: what every shop says. */
  title: string | null;
  /** Where it is found. */
  host: string;
  /** Paths of stored pictures. */
  logo: string | null;
  picture: string | null;
};

/** The size that chats and networks show whole. */
const [WIDTH, HEIGHT, MARGIN] = [1_200, 630, 80];
const LOGO = { width: 420, height: 96, padding: 20 };
const HELD = { mostBytes: 32 * 1024 * 1024, heldForMs: Number.POSITIVE_INFINITY };
/** Of black on a picture: white is read on any (the shop's own field is as dark). */
const DARKENED = 0.6;

/** Lines of flight, as on the shop's own field. */
const LINES = [0, 1, 2, 3, 4, 5, 6]
  .map(
    (i) =>
      `<path d="M${-120 + i * 90} 660 C ${180 + i * 110} ${70 + i * 20}, ${640 + i * 60} ${-40 + i * 36}, 1330 ${90 + i * 84}"/>`,
  )
  .join("");

/** The picture of a shop for chats and networks, drawn once for each version of it. */
export async function serveShared(shop: SharedShop | null): Promise<Response> {
  if (!shop) return new Response(null, { status: 404 });
  const held = processSingleton(
    "shared-pictures",
    () => new HeldBytes<Buffer>({ ...HELD, sizeOf: ({ length }) => length }),
  );
  const key = `${shop.version}.${shop.language}`;
  const drawn = await (held.find(key) ?? held.hold(key, draw(shop)));
  return new Response(inPieces(drawn), {
    headers: {
      "Content-Type": "image/png",
      "Cache-Control": "public, max-age=3600",
      // It is shown by whoever shows the link.
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function draw(shop: SharedShop): Promise<Buffer> {
  const [logo, picture] = await Promise.all([stored(shop.logo), stored(shop.picture)]);
  const ink = picture ? "#ffffff" : readableOn(shop.primaryColor);
  const parts: string[] = [];
  const direction = LANGUAGE_FACTS[toLanguage(shop.language)].dir;
  const write = (line: string, font: FontName, size: number, y: number) =>
    parts.push(drawLine(outline(line, font, size, direction), y));
  const drawLine = ({ path, width }: Outline, y: number) =>
    `<path transform="translate(${direction === "rtl" ? WIDTH - MARGIN - width : MARGIN} ${y})" fill="${ink}" d="${path}"/>`;
  const plate = logo && (await onPlate(logo));
  const name = [shop.name, shop.companyLegalName].find(isWritable);
  if (!plate && name) write(linesOf(name, "strong", 44, WIDTH - 2 * MARGIN)[0]!, "strong", 44, MARGIN + 44);
  const own = shop.title && isWritable(shop.title) ? shop.title : translator(shop.language)("homeTitle");
  const size = own.length > 40 ? 64 : 84;
  const lines = linesOf(printable(own), "strong", size, WIDTH - 2 * MARGIN).slice(0, 4);
  const top = HEIGHT / 2 - ((lines.length - 1) * size * 1.15) / 2 + size * 0.6;
  for (const [i, line] of lines.entries()) write(line, "strong", size, Math.round(top + i * size * 1.15));
  write(shop.host, "text", 34, HEIGHT - MARGIN);
  const field = picture
    ? `<rect width="100%" height="100%" fill="#000000" fill-opacity="${DARKENED}"/>`
    : `<rect width="100%" height="100%" fill="${shop.primaryColor}"/><g fill="none" stroke="${ink}" stroke-opacity="0.16" stroke-width="2">${LINES}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${field}${parts.join("")}</svg>`;
  const below = picture
    ? sharp(picture).resize(WIDTH, HEIGHT, { fit: "cover" })
    : sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: shop.primaryColor } });
  return await below
    .composite([{ input: Buffer.from(svg) }, ...(plate ? [{ input: plate, left: MARGIN, top: MARGIN }] : [])])
    .png({ palette: true, colours: 192 })
    .toBuffer();
}

/** On white, which most logos are made for. */
const onPlate = async (logo: Buffer): Promise<Buffer> => {
  const drawn = sharp(logo).resize({ width: LOGO.width, height: LOGO.height, fit: "inside" });
  const { data, info } = await drawn.png().toBuffer({ resolveWithObject: true });
  const [width, height] = [info.width + 2 * LOGO.padding, info.height + 2 * LOGO.padding];
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" rx="20" fill="#ffffff"/></svg>`;
  return await sharp(Buffer.from(plate))
    .composite([{ input: data, left: LOGO.padding, top: LOGO.padding }])
    .png()
    .toBuffer();
};

const stored = async (path: string | null): Promise<Buffer | null> =>
  path ? await findPicture(database(), path) : null;
