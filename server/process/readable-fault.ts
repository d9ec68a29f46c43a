import type { IncomingMessage, ServerResponse } from "node:http";
import { pathOf } from "#server/http/message.ts";
import { LANGUAGE_FACTS, LANGUAGES, type Language, wantedLanguage } from "#server/kernel/languages.ts";
import { translator } from "#server/kernel/words.ts";
import { PLAIN_POLICY, plainPage } from "./plain-page.ts";

const RETRY_AFTER_S = 10;
const SPOKEN = new RegExp(`^(?:/(?:test-)?store/[^/]+)?/(${LANGUAGES.join("|")})(?:/|$)`);

/**
 * A page that Next could not make leaves as one that can be read, in the visitor's language: Next's own is empty without
 * scripts, or two words. What programs ask for under /api says what failed in its own way.
 */
export function withReadableFaults(request: IncomingMessage, response: ServerResponse): ServerResponse {
  const path = pathOf(request.url ?? "/");
  if (path.startsWith("/api/")) return response;
  type Call = (...args: unknown[]) => unknown;
  const as = {
    write: response.write as Call,
    end: response.end as Call,
    flushHeaders: response.flushHeaders as Call,
    writeHead: response.writeHead as Call,
  };
  let isReplaced: boolean | undefined;
  const isFault = (): boolean => {
    if (isReplaced !== undefined) return isReplaced;
    const type = response.getHeader("content-type")?.toString() ?? "text/html";
    isReplaced = response.statusCode >= 500 && !response.headersSent && /^text\/(html|plain)/.test(type);
    if (isReplaced) replace();
    return isReplaced;
  };
  const replace = () => {
    for (const name of ["content-length", "content-encoding", "etag", "link"]) response.removeHeader(name);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Content-Security-Policy", PLAIN_POLICY);
    // As it is: Next would say that it is compressed.
    response.setHeader("Cache-Control", "no-store, no-transform");
    response.setHeader("Retry-After", RETRY_AFTER_S);
    const language = SPOKEN.exec(path)?.[1] ?? wantedLanguage(request.headers["accept-language"] ?? null) ?? "en";
    // Where a document is made (documents.ts), ending writes: this is let through.
    isReplaced = false;
    as.end.call(response, faultIn(language as Language));
    isReplaced = true;
  };
  // Next waits for nothing that a replaced body would have called back: it goes on when the response is closed.
  return Object.assign(response, {
    writeHead: (status: number, ...more: unknown[]) => {
      response.statusCode = status;
      return isFault() ? response : as.writeHead.call(response, status, ...more);
    },
    flushHeaders: () => (isFault() ? undefined : as.flushHeaders?.call(response)),
    write: (...args: unknown[]) => (isFault() ? true : as.write.apply(response, args)),
    end: (...args: unknown[]) => (isFault() ? response : as.end.apply(response, args)),
  });
}

function faultIn(language: Language): string {
  const t = translator(language);
  const { dir } = LANGUAGE_FACTS[language];
  return plainPage({ title: t("faultTitle"), body: `<p>${t("fault")}</p>`, language, dir });
}
