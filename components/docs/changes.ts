import type { Guide } from "./guides/guide.ts";

/** What changed for integrators, the newest first. Nothing of a past entry is ever changed but its spelling. */
export const CHANGES: readonly { date: string; title: string; text: string }[] = [
  {
    date: "2026-11-26",
    title: "What changed while you read",
    text: "`updated_at` of what a supplier changed is when we took it over, and no longer when we had begun to ask: who read the catalogue in between was not told of it by `updated_since` an hour later. Ask from five minutes before your last pull.",
  },
  {
    date: "2026-11-26",
    title: "Queries are UTF-8",
    text: "A parameter that is no UTF-8 when it is decoded is refused by its name; it found nothing. `updated_since` takes an offset of hours alone, such as `+02`.",
  },
  {
    date: "2026-11-26",
    title: "The brand can be kept",
    text: "`GET /brand` names its data by an `ETag`: `If-None-Match` is answered with 304 while they are the same. It said that it must not be kept. An eSIM that is cancelled or expired has no top-up options.",
  },
  {
    date: "2026-11-23",
    title: "Libraries for Go and PHP",
    text: "The same as for TypeScript and Python: typed calls, safe repeats, signed requests, lists page after page, verified webhooks.",
  },
  {
    date: "2026-11-23",
    title: "The OpenAPI document says what is taken",
    text: "Texts, ids and addresses of requests have a `pattern`, numbers a `maximum`, times a `format`. `success` is described as a boolean, so that generated clients for Java and PHP compile and read it. `before_id` and `cursor` take numbers of 16 digits. Addresses of the brand with letters of other alphabets are answered as URIs.",
  },
  {
    date: "2026-11-23",
    title: "Assistants over MCP",
    text: "`/mcp` speaks the Model Context Protocol: each operation is a tool. A key reads; a person lets it act in the portal, with limits for the day, and what acts is previewed and confirmed.",
  },
  {
    date: "2026-11-23",
    title: "Events on your own machine",
    text: "A command hears the events of a key's environment and forwards them, signed, to a local program; `trigger` makes each of them happen in test, also `order.failed`, `order.partially_delivered`, `topup.failed`, and a top-up under review. It is one file without dependencies, served with this documentation.",
  },
  {
    date: "2026-11-23",
    title: "Documentation to work with",
    text: "A console on the reference page tries operations with a test key. Search, every page as Markdown, `llms-full.txt`, a collection for Postman and Bruno, this change log with its feed, and quickstarts for four frameworks.",
  },
  {
    date: "2026-11-23",
    title: "Go-live drill",
    text: "In the test environment an integration meets what goes wrong in the world, and gets a graded report of what to mend. Nothing changes for keys that are in no drill.",
  },
  {
    date: "2026-11-23",
    title: "Libraries for TypeScript and Python",
    text: "Typed calls, safe repeats, signed requests, lists page after page, verified webhooks.",
  },
  {
    date: "2026-11-23",
    title: "ETag and compression on the catalogue",
    text: "`GET /packages`, `GET /countries` and `GET /regions` name their data by an `ETag`: `If-None-Match` is answered with 304 while they are the same. With `Accept-Encoding: gzip` they are compressed.",
  },
  {
    date: "2026-11-23",
    title: "The OpenAPI document suits generators",
    text: "Answers and events are open for later fields; envelopes, errors and events have names; numbers and times have a `format`; what is kept for the first release is `deprecated`. Nothing that is sent or answered has changed.",
  },
  {
    date: "2026-11-22",
    title: "One reading of each request",
    text: "A path with dot segments, empty segments, backslashes or needless encodings, and a request without exactly one Host, is refused with 400 `bad_request`.",
  },
  {
    date: "2026-11-21",
    title: "Version 1",
    text: "The forty operations of `/api/v1`, fifteen kinds of events, and a sandbox.",
  },
];

export const changes: Guide = {
  slug: "changes",
  title: "Change log",
  lead: "What changed for integrators, with its date. The same as a feed: /docs/changes.atom.",
  sections: [...Map.groupBy(CHANGES, ({ date }) => date)].map(([date, entries]) => ({
    title: date,
    blocks: entries.map(({ title, text }) => `${title}. ${text}`),
  })),
};

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** RFC 4287, one entry for each change. An entry is known by its date and title for good. */
export function changesFeed(publicUrl: string): string {
  const host = new URL(publicUrl).hostname;
  const entries = CHANGES.map(({ date, title, text }) => {
    const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    return `  <entry>
    <id>tag:${host},${date}:change/${name}</id>
    <title>${escaped(title)}</title>
    <updated>${date}T00:00:00Z</updated>
    <link rel="alternate" type="text/html" href="${escaped(`${publicUrl}/docs/changes#${date}`)}"/>
    <content type="text">${escaped(text.replaceAll("`", ""))}</content>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>tag:${host},2026:changes</id>
  <title>Changes of the Reseller eSIM Service's API</title>
  <updated>${CHANGES[0]!.date}T00:00:00Z</updated>
  <author><name>Reseller eSIM Service</name></author>
  <link rel="alternate" type="text/html" href="${escaped(publicUrl)}/docs/changes"/>
  <link rel="self" type="application/atom+xml" href="${escaped(publicUrl)}/docs/changes.atom"/>
${entries.join("")}</feed>
`;
}
