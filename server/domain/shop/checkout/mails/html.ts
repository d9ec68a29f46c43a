import { LOGO_CID, mailLogoSize } from "#server/domain/messaging/mail/index.ts";
import type { Brand } from "#server/domain/reseller/brand/index.ts";
import type { PictureSize } from "#server/domain/reseller/pictures/index.ts";
import { LANGUAGE_FACTS } from "#server/kernel/languages.ts";
import { toLanguage } from "./language.ts";

type Content = {
  subject: string;
  brand: Pick<Brand, "name" | "primaryColor" | "companyLegalName" | "supportEmail">;
  language: string;
  /** The brand's own, by the size at which it is stored. */
  logo?: PictureSize | undefined;
  paragraphs: string[];
  /** Names and values, such as the parts of an activation code. */
  facts?: { label: string; value: string }[][];
  /** Pictures of the mail, by cid, each before the facts of the same place. */
  pictures?: { cid: string; alt: string }[];
  button?: { label: string; url: string };
  /** Links below it. */
  more?: { label: string; url: string }[];
  /** Below the links. */
  after?: string[];
  footer?: string;
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Where the mail program says that it is dark, its colours; on a phone, less around the words. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.words{padding:20px!important}}
@media (prefers-color-scheme:dark){.page{background:#0f1215!important}.card{background:#1b1f24!important;color:#e8eaed!important}.soft{color:#a9b1b9!important}}`;

/** One column that every mail program can show: tables and inline styles, no picture from elsewhere. */
export function htmlOf({
  subject,
  brand,
  language,
  logo,
  paragraphs,
  facts = [],
  pictures = [],
  button,
  more = [],
  after = [],
  footer,
}: Content): string {
  const direction = LANGUAGE_FACTS[toLanguage(language)].dir;
  const start = direction === "rtl" ? "right" : "left";
  const parts = [
    ...paragraphs.map(paragraph),
    ...(button ? [buttonHtml(button, brand.primaryColor)] : []),
    ...more.map(
      ({ label, url }) =>
        `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a></p>`,
    ),
    ...after.map(paragraph),
    ...facts.map((list, i) => `${pictureHtml(pictures[i])}${factsHtml(list)}`),
  ];
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${STYLE}</style></head>
<body class="page" style="margin:0;background:#f4f5f6;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1d2329">
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" style="background:#f4f5f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:#fff;color:#1d2329;border-radius:12px;border-top:6px solid ${brand.primaryColor}">
<tr><td class="card words" align="${start}" dir="${direction}" style="padding:28px 32px;border-radius:12px">${headHtml(brand.name, logo)}
${parts.join("\n")}
</td></tr></table>
<p class="soft" style="margin:16px 0 0;font-size:13px;color:#59626b">${escapeHtml(footer ?? brand.companyLegalName)}</p>
</td></tr></table></body></html>`;
}

/** As in the shop: a wordmark, at least twice as wide as high, is the name; a sign stands before it. */
function headHtml(name: string, logo?: PictureSize): string {
  const written = `<span style="font-weight:600;font-size:18px">${escapeHtml(name)}</span>`;
  if (!logo) return `<p style="margin:0 0 24px">${written}</p>`;
  const { width, height } = mailLogoSize(logo);
  const isWordmark = logo.width >= 2 * logo.height;
  const picture = `<img src="cid:${LOGO_CID}" alt="${isWordmark ? escapeHtml(name) : ""}" width="${width}" height="${height}" style="display:block;border:0;border-radius:8px;max-width:100%;height:auto;font-weight:600;font-size:18px">`;
  if (isWordmark) return `<p style="margin:0 0 24px">${picture}</p>`;
  return `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 24px"><tr><td style="padding:0 12px">${picture}</td><td>${written}</td></tr></table>`;
}

function buttonHtml({ label, url }: { label: string; url: string }, color: string): string {
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:${color};color:${readableOn(color)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const pictureHtml = (picture?: { cid: string; alt: string }): string =>
  picture
    ? `<p style="margin:24px 0 12px"><img src="cid:${picture.cid}" alt="${escapeHtml(picture.alt)}" width="240" style="display:block;max-width:100%;height:auto;border:1px solid #e3e6e8;border-radius:8px"></p>`
    : "";

const factsHtml = (list: { label: string; value: string }[]): string =>
  list
    .map(
      ({ label, value }) =>
        `<p style="margin:0 0 12px;font-size:14px"><span class="soft" style="color:#59626b">${escapeHtml(label)}</span><br><code dir="ltr" style="font-size:15px;word-break:break-all">${escapeHtml(value)}</code></p>`,
    )
    .join("");

/** Black or white, whichever contrasts more (WCAG relative luminance). */
function readableOn(color: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.179 ? "#000000" : "#ffffff";
}
