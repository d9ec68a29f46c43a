import type { IncomingMessage, ServerResponse } from "node:http";
import { serveOpenApi } from "#server/api/v1/serve-openapi.ts";
import { OPENAPI_PATH } from "#server/http/dispatch.ts";
import { pathOf } from "#server/http/message.ts";
import { pagesBuilt } from "#server/kernel/pages-built.ts";
import type { Pages } from "./pages.ts";
import { PLAIN_POLICY, plainPage } from "./plain-page.ts";

const RETRY_AFTER_S = 3;

/**
 * Before the pages are built: a page that says how far they are and asks again by itself, and the same for programs. The
 * contract needs no page, and is there from the start as the API is.
 */
export const pagesBeingBuilt: Pages = {
  serve: async (request, response) =>
    pathOf(request.url ?? "") === OPENAPI_PATH
      ? await sayContract(response)
      : sayHowFar(request, response, pagesBuilt().percent),
  isKnown: () => true,
  upgrade: null,
  passing: true,
  close: async () => {},
};

async function sayContract(response: ServerResponse): Promise<void> {
  const document = serveOpenApi();
  const body = await document.text();
  const headers = { ...Object.fromEntries(document.headers), "Content-Length": Buffer.byteLength(body) };
  response.writeHead(document.status, headers).end(body);
}

function sayHowFar({ headers }: IncomingMessage, response: ServerResponse, percent: number): void {
  const forPeople = /\btext\/html\b/.test(headers.accept ?? "");
  const words = `The pages are being built, ${percent} %. The API answers already.`;
  const body = forPeople
    ? page(percent)
    : `${JSON.stringify({ error: { code: "service_unavailable", message: words } })}\n`;
  if (forPeople) response.setHeader("Content-Security-Policy", PLAIN_POLICY);
  response.writeHead(503, {
    "Content-Type": forPeople ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "Retry-After": RETRY_AFTER_S,
  });
  response.end(body);
}

const page = (percent: number): string =>
  plainPage({
    title: `Being built, ${percent} %`,
    body: `<progress max="100" value="${percent}" aria-label="Pages built"></progress><p>The first start builds the pages once. This page opens by itself when they are ready; the API answers already.</p>`,
    refreshS: RETRY_AFTER_S,
  });
