import sharp from "sharp";
import { encode } from "uqr";
import { type Translate, translator } from "#components/storefront/translate.ts";
import type { InstallSheets } from "#server/domain/shop/handover/index.ts";
import { LANGUAGE_FACTS } from "#server/kernel/languages.ts";
import { headOf, printable } from "./install-words.ts";
import { type Direction, type FontName, isWritable, linesOf, outline } from "./lettering.ts";

// Pixels. As wide as chats show pictures, and read on a phone without enlarging it.
const WIDTH = 1_080;
const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;
const QR = 560;
const LOGO = { width: 480, height: 96 };
const INK = "#1a1d21";
const SOFT = "#5b626a";
const LINE = "#d5d8dc";

type Looks = { size: number; font?: FontName; color?: string; left?: number; width?: number };

/** Lines of letters and shapes from the top down; SVG without a text in it, so that no font has to be found when it is drawn. */
class Sheet {
  y = MARGIN;
  private parts: string[] = [];
  readonly direction: Direction;

  constructor(direction: Direction) {
    this.direction = direction;
  }

  draw(svg: string): void {
    this.parts.push(svg);
  }

  write(text: string, { size, font = "text", color = INK, left = MARGIN, width = INNER }: Looks): void {
    for (const line of linesOf(text, font, size, width)) {
      this.y += size * 1.4;
      const top = this.y - size * 0.35;
      const drawn = outline(line, font, size, this.direction);
      // What is read from the right begins there.
      const x = this.direction === "rtl" ? WIDTH - left - drawn.width : left;
      this.draw(`<path transform="translate(${x.toFixed(1)} ${top.toFixed(1)})" fill="${color}" d="${drawn.path}"/>`);
    }
  }

  /** Nothing of it comes from elsewhere: what it shows is drawn above. */
  async toPng(logo: { bytes: Buffer; top: number; width: number } | null): Promise<Buffer> {
    const height = Math.ceil(this.y + MARGIN);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}"><rect width="100%" height="100%" fill="#ffffff"/>${this.parts.join("")}</svg>`;
    const drawn = sharp(Buffer.from(svg));
    if (logo)
      drawn.composite([
        {
          input: logo.bytes,
          left: this.direction === "rtl" ? WIDTH - MARGIN - logo.width : MARGIN,
          top: Math.round(logo.top),
        },
      ]);
    return await drawn.flatten({ background: "#ffffff" }).png({ palette: true, colours: 128 }).toBuffer();
  }
}

/** The first sheet as one picture, in the words of the printed one: for chats, where a link or a file is not wanted. */
export async function installPng({ brand, environment, language, sheets }: InstallSheets): Promise<Buffer> {
  const { title, iccid, activationCode, smdpAddress, apn } = sheets[0]!;
  const words = translator(language);
  const t: Translate = (key, values) => printable(words(key, values));
  const sheet = new Sheet(LANGUAGE_FACTS[language].dir);
  sheet.draw(`<rect width="${WIDTH}" height="16" fill="${brand.primaryColor}"/>`);
  const { logo, name } = headOf(brand);
  const sized =
    logo &&
    (await sharp(logo)
      .resize({ ...LOGO, fit: "inside" })
      .toBuffer({ resolveWithObject: true }));
  const picture = sized && { bytes: sized.data, width: sized.info.width, top: sheet.y };
  if (picture) sheet.y += LOGO.height;
  if (name !== null) sheet.write(name, { size: 40, font: "strong" });
  sheet.y += 16;
  sheet.write(printable(title), { size: 48, font: "strong" });
  sheet.write(`ICCID ${iccid}`, { size: 26, color: SOFT });
  if (environment === "test") sheet.write(t("testBanner"), { size: 26, font: "strong" });
  drawQr(sheet, activationCode);
  sheet.write(t("manual"), { size: 32, font: "strong" });
  sheet.write(t("manualNote"), { size: 26, color: SOFT });
  const codes = [
    [t("smdp"), smdpAddress],
    [t("activationCode"), activationCode.split("$")[2] ?? activationCode],
    ...(apn ? [[t("apn"), apn] as const] : []),
  ] as const;
  for (const [label, value] of codes) {
    sheet.y += 8;
    sheet.write(label, { size: 24, color: SOFT });
    sheet.write(value, { size: 30, font: "code" });
  }
  writeSteps(sheet, t);
  const contact = [brand.supportEmail, brand.supportPhone].filter(Boolean).join(" · ");
  sheet.y += 32;
  sheet.draw(`<rect x="${MARGIN}" y="${sheet.y.toFixed(1)}" width="${INNER}" height="2" fill="${LINE}"/>`);
  sheet.y += 12;
  sheet.write(`${t("contact")} ${contact}`, { size: 28, font: "strong" });
  if (isWritable(brand.companyLegalName)) sheet.write(brand.companyLegalName, { size: 24, color: SOFT });
  return await sheet.toPng(picture);
}

/** Black on white with a quiet zone of four modules, each of whole pixels. */
function drawQr(sheet: Sheet, text: string): void {
  const { data, size } = encode(text, { border: 4, ecc: "M" });
  const module = Math.floor(QR / size);
  const left = Math.round((WIDTH - size * module) / 2);
  const top = Math.round(sheet.y + 24);
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark ? [`M${left + x * module} ${top + y * module}h${module}v${module}h-${module}z`] : [],
    ),
  );
  sheet.draw(`<path shape-rendering="crispEdges" d="${dark.join("")}"/>`);
  sheet.y = top + size * module + 8;
}

function writeSteps(sheet: Sheet, t: Translate): void {
  sheet.y += 24;
  for (const warning of ["warnWifi", "warnOnce", "warnKeep"] as const) numbered(sheet, "•", t(warning));
  for (const kind of ["ios", "android"] as const) {
    sheet.y += 24;
    sheet.write(t(`device_${kind}`), { size: 32, font: "strong" });
    for (const step of [1, 2, 3, 4] as const)
      numbered(sheet, sheet.direction === "rtl" ? `.${step}` : `${step}.`, t(`${kind}${step}`));
  }
  sheet.y += 24;
  sheet.write(t("roaming"), { size: 28 });
}

/** What follows a number or a point begins on one line with it, and goes on beside it. */
function numbered(sheet: Sheet, mark: string, text: string): void {
  const at = sheet.y;
  sheet.write(mark, { size: 28, color: SOFT });
  sheet.y = at;
  sheet.write(text, { size: 28, left: MARGIN + 44, width: INNER - 44 });
}
