import type { IncomingMessage, ServerResponse } from "node:http";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { hostName, siteOf, storefrontRoute } from "#server/domain/reseller/brand/index.ts";
import { recordView, type View } from "#server/domain/shop/views/index.ts";
import { pathOf } from "#server/http/message.ts";
import { database } from "#server/kernel/db.ts";

/** What a shop can be entered by: pages of its own, and none of somebody's. */
const PAGE =
  /^\/([a-z]{2})(?:\/(country|region|package|checkout)\/([^/]+)|\/(?:info\/[^/]+|device|help|legal|trip|search|redeem))?$/;
/** Programs that say so, and what fetches pages for them. Others that pretend to be a browser are counted. */
const PROGRAM =
  /bot|crawl|spider|slurp|preview|embed|whatsapp|facebookexternal|headless|monitor|lighthouse|scan|fetch|curl|wget|python|java\/|go-http|^$/i;

/** Counts a page of a shop once it has been sent; what is asked ahead, or by programs, is nobody's view. */
export function countView(message: IncomingMessage, response: ServerResponse): void {
  const view = viewOf(message);
  if (view)
    response.once("finish", () => {
      if (response.statusCode === 200 || response.statusCode === 304) recordView(database(), view);
    });
}

/** Of a request nothing is kept but what it was for, and whether it came from a page of ours. */
export function viewOf({ method, url = "", headers }: IncomingMessage, now = new Date()): View | null {
  if (method !== "GET" || PROGRAM.test(headers["user-agent"] ?? "")) return null;
  if (headers["sec-purpose"] !== undefined || headers.purpose === "prefetch") return null;
  const route = storefrontRoute(pathOf(url), siteOf(hostName(headers.host ?? null)));
  if (route === null || route === "missing" || "preview" in route.address) return null;
  const [, code, part, subject = ""] = PAGE.exec(route.rest) ?? [];
  const language = LANGUAGES.find((known) => known === code);
  if (!language) return null;
  const place = part === "country" ? subject.toUpperCase() : part === "region" ? subject : null;
  const plan = { package: "plan", checkout: "checkout" }[part ?? ""] as "plan" | "checkout" | undefined;
  // Its form came back, for what was wrong or to work out the total: the same checkout, once more.
  if (plan === "checkout" && isFrom(pathOf(url), headers)) return null;
  return {
    ...{ address: route.address, language, kind: plan ?? "page", subject: plan ? subject : place },
    ...{ isVisit: !isFromWithin(headers), day: now.toISOString().slice(0, 10) },
  };
}

function isFromWithin(headers: IncomingMessage["headers"]): boolean {
  return headers["sec-fetch-site"] === "same-origin" || cameFrom(headers) !== null;
}

const isFrom = (path: string, headers: IncomingMessage["headers"]): boolean => cameFrom(headers)?.pathname === path;

/** The page of the same host that led to this one, where the browser says it. */
function cameFrom({ host, referer = "" }: IncomingMessage["headers"]): URL | null {
  const page = URL.canParse(referer) ? new URL(referer) : null;
  return page?.host === host ? page : null;
}
