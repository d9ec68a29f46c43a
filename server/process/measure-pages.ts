import type { IncomingMessage, ServerResponse } from "node:http";
import { pathOf } from "#server/http/message.ts";
import { measure } from "#server/kernel/metrics.ts";
import { annotate, inSpan } from "#server/kernel/trace.ts";

/** What pages are counted as. Paths themselves are nobody's business: some open something. */
const AREAS: [RegExp, string][] = [
  [/^\/_next\/|\.\w{2,5}$/, "file"],
  [/^\/(?:test|live)(?:\/|$)/, "portal page"],
  [/^\/operator(?:\/|$)/, "operator page"],
  [/^\/docs(?:\/|$)/, "documentation"],
  [/^\/api\/trpc\//, "portal call"],
  [/^\/api\//, "other call"],
];

export const areaOf = (path: string): string => AREAS.find(([form]) => form.test(path))?.[1] ?? "shop or sign-in page";

/** Answers what is not the API, and measures it up to its last byte. */
export async function measured(
  message: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  const operation = areaOf(pathOf(message.url ?? ""));
  const startedAt = performance.now();
  response.once("close", () => {
    const status = `${Math.floor(response.statusCode / 100)}xx`;
    measure("request_duration", { operation, status }, performance.now() - startedAt);
  });
  if (operation === "file") return await answer();
  const traceparent = message.headers.traceparent;
  const about = { kind: "server", parent: null, links: [traceparent].flat() } as const;
  return await inSpan(operation, about, async () => {
    await answer();
    annotate({ "http.response.status_code": response.statusCode }, { failed: response.statusCode >= 500 });
  });
}
