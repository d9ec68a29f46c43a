import { createHash } from "node:crypto";

/** The product's colours (tailwind.config.ts), without a file to ask for. */
const STYLE = `:root{color-scheme:light dark}body{margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(oklch(0.985 0.002 250),oklch(0.18 0.01 255));color:light-dark(oklch(0.24 0.015 255),oklch(0.94 0.006 250));font:14px/1.5 system-ui,sans-serif}main{width:20rem;max-width:calc(100vw - 6rem);border:1px solid light-dark(oklch(0.9 0.006 250),oklch(0.32 0.014 255));border-radius:8px;padding:1.5rem;background:light-dark(oklch(1 0 0),oklch(0.215 0.012 255))}h1{margin:0;font-size:20px;font-weight:600}p{margin:.5rem 0 0;color:light-dark(oklch(0.46 0.015 255),oklch(0.74 0.012 250))}progress{width:100%;margin-top:1rem;accent-color:light-dark(oklch(0.46 0.085 205),oklch(0.76 0.1 200))}`;

export const PLAIN_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Plain = { title: string; body: string; language?: string; dir?: "ltr" | "rtl"; refreshS?: number };

/** A page that needs nothing but itself, for when there is nothing else. `body` is HTML. */
export const plainPage = ({ title, body, language = "en", dir = "ltr", refreshS }: Plain): string =>
  `<!DOCTYPE html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${refreshS ? `<meta http-equiv="refresh" content="${refreshS}">` : ""}<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
