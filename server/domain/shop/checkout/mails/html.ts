import type { Brand } from "#server/domain/reseller/brand/index.ts";

type Content = {
  brand: Pick<Brand, "name" | "primaryColor" | "companyLegalName" | "supportEmail">;
  language: string;
  paragraphs: string[];
  /** Names and values, such as the parts of an activation code. */
  facts?: { label: string; value: string }[][];
  /** Pictures of the mail, by cid, each before the facts of the same place. */
  pictures?: { cid: string; alt: string }[];
  button?: { label: string; url: string };
  footer?: string;
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** One column that every mail program can show: tables and inline styles, no picture from elsewhere. */
export function htmlOf({ brand, language, paragraphs, facts = [], pictures = [], button, footer }: Content): string {
  const parts = [
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
    ...(button ? [buttonHtml(button, brand.primaryColor)] : []),
    ...facts.map((list, i) => `${pictureHtml(pictures[i])}${factsHtml(list)}`),
  ];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f4f5f6;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1d2329">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellspacing="0" cellpadding="0" style="max-width:100%;background:#fff;border-radius:12px;border-top:6px solid ${brand.primaryColor}">
<tr><td style="padding:28px 32px"><p style="margin:0 0 24px;font-weight:600;font-size:18px">${escapeHtml(brand.name)}</p>
${parts.join("\n")}
</td></tr></table>
<p style="margin:16px 0 0;font-size:13px;color:#59626b">${escapeHtml(footer ?? brand.companyLegalName)}</p>
</td></tr></table></body></html>`;
}

function buttonHtml({ label, url }: { label: string; url: string }, color: string): string {
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:${color};color:${readableOn(color)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

const pictureHtml = (picture?: { cid: string; alt: string }): string =>
  picture
    ? `<p style="margin:24px 0 12px"><img src="cid:${picture.cid}" alt="${escapeHtml(picture.alt)}" width="240" style="display:block;border:1px solid #e3e6e8;border-radius:8px"></p>`
    : "";

const factsHtml = (list: { label: string; value: string }[]): string =>
  `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 16px">${list
    .map(
      ({ label, value }) =>
        `<tr><td style="padding:2px 16px 2px 0;color:#59626b;font-size:14px;white-space:nowrap">${escapeHtml(label)}</td><td style="padding:2px 0;font-size:14px;word-break:break-all"><code>${escapeHtml(value)}</code></td></tr>`,
    )
    .join("")}</table>`;

/** Black or white, whichever contrasts more (WCAG relative luminance). */
function readableOn(color: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.179 ? "#000000" : "#ffffff";
}
