import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pagesBuilt } from "#server/kernel/pages-built.ts";
import type { Pages } from "./pages.ts";

const RETRY_AFTER_S = 3;

/** The product's colours (tailwind.config.ts), without a file to ask for. */
const STYLE = `:root{color-scheme:light dark}body{margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(oklch(0.985 0.002 250),oklch(0.18 0.01 255));color:light-dark(oklch(0.24 0.015 255),oklch(0.94 0.006 250));font:14px/1.5 system-ui,sans-serif}main{width:20rem;max-width:calc(100vw - 3rem);border:1px solid light-dark(oklch(0.9 0.006 250),oklch(0.32 0.014 255));border-radius:8px;padding:1.5rem;background:light-dark(oklch(1 0 0),oklch(0.215 0.012 255))}h1{margin:0;font-size:20px;font-weight:600}p{margin:.5rem 0 0;color:light-dark(oklch(0.46 0.015 255),oklch(0.74 0.012 250))}progress{width:100%;margin-top:1rem;accent-color:light-dark(oklch(0.46 0.085 205),oklch(0.76 0.1 200))}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Before the pages are built: a page that says how far they are and asks again by itself, and the same for programs. */
export const pagesBeingBuilt: Pages = {
  serve: async (request, response) => sayHowFar(request, response, pagesBuilt().percent),
  isKnown: () => true,
  upgrade: null,
  passing: true,
  close: async () => {},
};

function sayHowFar({ headers }: IncomingMessage, response: ServerResponse, percent: number): void {
  const forPeople = /\btext\/html\b/.test(headers.accept ?? "");
  const words = `The pages are being built, ${percent} %. The API answers already.`;
  const body = forPeople
    ? page(percent)
    : `${JSON.stringify({ error: { code: "service_unavailable", message: words } })}\n`;
  if (forPeople) response.setHeader("Content-Security-Policy", POLICY);
  response.writeHead(503, {
    "Content-Type": forPeople ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "Retry-After": RETRY_AFTER_S,
  });
  response.end(body);
}

const page = (percent: number): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="${RETRY_AFTER_S}"><title>Being built, ${percent} %</title><style>${STYLE}</style></head><body><main><h1>Being built, ${percent} %</h1><progress max="100" value="${percent}" aria-label="Pages built"></progress><p>The first start builds the pages once. This page opens by itself when they are ready; the API answers already.</p></main></body></html>`;
