import type { Guide } from "./guide.ts";

export const security: Guide = {
  slug: "security",
  title: "Reporting a vulnerability",
  lead: "Whoever finds a way around what this service promises is asked to tell us first, and is told what became of it.",
  sections: [
    {
      title: "How to report",
      blocks: [
        "The address is in `/.well-known/security.txt`. Where that names this page, none of its own was set: write to whoever you have your account from. Write in English or German, with the requests that show it (method, address, headers, body), the `X-Request-ID` of their answers, what you expected, and what somebody could do with it.",
        "Send no personal data of others, and no keys that work: the first 17 characters of a key say which it is.",
      ],
    },
    {
      title: "What to expect",
      blocks: [
        {
          head: ["When", "What"],
          rows: [
            ["within 3 working days", "somebody has read it, and says so"],
            ["within 10 working days", "what we think of it, and what is done until it is mended"],
            ["within 90 days", "it is mended, or you hear why not yet; then you may publish"],
          ],
        },
        "You are named where the change is described, if you want that. There is no bounty.",
      ],
    },
    {
      title: "What is tested, and how",
      blocks: [
        "The API, the portal and storefronts of this installation. A test key and the test environment cost nobody anything; a second account of your own shows what is not kept apart.",
        "Not asked for: floods of requests, mails to strangers, other people's accounts and data beyond what proves the point, and suppliers, payment providers and networks, which are not ours.",
        "Who keeps to this and acts in good faith is not pursued for it.",
      ],
    },
  ],
};
