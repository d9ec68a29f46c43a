import type { Guide } from "./guide.ts";

export const limits: Guide = {
  slug: "limits",
  title: "Limits",
  lead: "Requests are counted per key, by the minute and by the UTC day. Every answer says what is left.",
  sections: [
    {
      title: "Plans",
      blocks: [
        {
          head: ["Plan", "Per minute", "Per day"],
          rows: [
            ["starter", "60", "10,000"],
            ["growth", "300", "100,000"],
            ["scale", "1,200", "1,000,000"],
            ["without a valid key, per address", "120", "172,800"],
            ["`GET /health`, per address, counted apart", "600", "864,000"],
          ],
        },
        "An address is an IPv4 address or the /64 of an IPv6 one. An account or a key may have limits of its own. `GET /usage` says what the calling key has used.",
      ],
    },
    {
      title: "Headers of every answer",
      blocks: [
        {
          head: ["Header", "Meaning"],
          rows: [
            ["`X-RateLimit-Limit`", "requests per minute"],
            ["`X-RateLimit-Remaining`", "left in this minute"],
            ["`X-RateLimit-Reset`", "when it ends, unix seconds"],
            ["`X-RateLimit-Daily-Limit`, `-Remaining`, `-Reset`", "the same for the UTC day"],
          ],
        },
        "Above the limit the answer is 429 `rate_limit_exceeded` with `Retry-After` in seconds. A refused request costs nothing. Wait as long as it says; then go on as before.",
        "`POST /esims/{iccid}/refresh`, and options for top-ups that are not kept, ask the network supplier, which allows few calls. Each account has a share of them, at least one a second, and requests wait for it up to 15 seconds; beyond that the answer is 429 too. Ask one after the other, and let webhooks tell you what changes.",
      ],
    },
    {
      title: "Sizes",
      blocks: [
        {
          head: ["What", "Limit"],
          rows: [
            ["Body of a request", "64 KiB of JSON in UTF-8, not compressed"],
            ["Path with its query", "8 KiB"],
            ["Time to send a request", "headers within 10 seconds, all of it within 30"],
            ["Connections of one address", "256"],
            ["`quantity` of a quote or order", "1 to 50"],
            ["`Idempotency-Key`", "128 characters, kept 24 hours"],
            ["`client_reference`", "128 characters, unique within account and environment"],
            ["Quote", "valid for 5 minutes"],
            ["Signed request", "5 minutes, each request id once"],
            ["Webhook endpoints", "20 active ones per environment"],
            ["Usage history of an eSIM", "the last 100 measurements"],
          ],
        },
      ],
    },
  ],
};
