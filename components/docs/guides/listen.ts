import type { Guide } from "./guide.ts";

const SANDBOX = "real: an order, an eSIM or an action of the sandbox goes through it and can be read afterwards";

export const listen: Guide = {
  slug: "listen",
  title: "Events on your own machine",
  lead: "A command that hears the events of your key's environment, forwards them signed to a program on your machine, and makes any of them happen in test.",
  sections: [
    {
      title: "Listen",
      blocks: [
        "One file for Node 20.3 or newer, without dependencies; read it first. It needs a key and nothing else: no public address, no endpoint, nothing that we would have to allow.",
        {
          label: "Shell",
          sample: `curl -sSO \${SVC_URL%/api/v1}/docs/reseller-esim.mjs
node reseller-esim.mjs listen --forward 3000/webhooks`,
        },
        "It reads `SVC_URL` and `SVC_KEY` (and `SVC_SIGNING_SECRET` for keys that require signed requests). Whoever has the TypeScript library has it too, as `npx reseller-esim`.",
        "Each event is posted to `http://localhost:3000/webhooks` with the headers and signatures that a webhook has, and what your program answered is printed. The secret is printed at the start: give it to your program in place of an endpoint's. It stays the same for one key; `--secret whsec_…` takes another.",
        "An event is forwarded once, in its order, and the next one when your program has answered. Nothing is tried again: `--since evt_…` begins after an event that you had, `--events order.delivered,order.failed` takes only these.",
      ],
    },
    {
      title: "Make it happen",
      blocks: [
        {
          label: "Shell",
          sample: `node reseller-esim.mjs trigger order.partially_delivered
node reseller-esim.mjs trigger under_review`,
        },
        "With a test key that has `webhooks:test`. Whatever listens is told, endpoints too. `--package` names the package that is bought; without it one is chosen to which everything can happen.",
        {
          head: ["Event", "How it comes about"],
          rows: [
            [
              "`order.created`",
              "real: a test order is queued as live ones are, and delivered a moment later, with `order.delivered`",
            ],
            ["`order.delivered`, `order.partially_delivered`, `order.failed`", SANDBOX],
            ["`order.cancelled`, `esim.cancelled`", "real: an order is delivered, then cancelled"],
            [
              "`esim.activated`, `esim.usage.updated`",
              "real: the simulated device of a new eSIM connects, or uses data",
            ],
            ["`esim.suspended`, `esim.resumed`", "real: a new eSIM is suspended, and resumed"],
            ["`esim.action.failed`", "real: a new eSIM is installed, and its cancel refused"],
            ["`topup.completed`, `topup.failed`", SANDBOX],
            ["`under_review`", "no event: a top-up whose outcome is not known, as `GET /actions/{id}` shows it"],
            ["`api_key.expiring`", "a sample: told of the key that asked, as if it ended in seven days"],
            ["`integration.test`", "a sample, as ever"],
          ],
        },
        "`trigger topup.completed --action 12` or `trigger topup.failed --action 12` ends a top-up that is under review. Nothing is charged in test, so nothing is given back: amounts refunded are zero.",
      ],
    },
    {
      title: "The stream itself",
      blocks: [
        "The command is made of two requests that other programs can make: `/api/tools/listen` by GET and `/api/tools/trigger` by POST, with the key, the signature and the limits of any request. They are beside the API's contract, and in your request log.",
        {
          list: [
            "The answer is `text/event-stream`: `event` is the kind, `id` the event's id, `data` the body that a webhook would have. The first message, `ready`, names the events that are told.",
            "`Last-Event-ID` goes on after that event: none is left out and none comes twice, at whichever of our processes the connection ends up. An id that is not of your environment is answered 404 `resource_not_found`.",
            "A key hears what it may read: it needs `webhooks:read`, `orders:read` for events of orders, `esims:read` for those of eSIMs and top-ups. Live keys hear live events.",
            "A comment comes every ten seconds. Whoever hears nothing for thirty should connect again.",
            "`end` with the code `reconnect` asks to connect again at once; with `authentication_failed` the key was revoked or has ended.",
            "Five connections for a key and ten for an account; beyond that 429 `rate_limit_exceeded`. Whoever reads slowly is waited for, and let go after two minutes without a byte taken.",
          ],
        },
        "It is for developing and for looking. In production use endpoints: they are tried again for three days, and tell you when they fail.",
      ],
    },
  ],
};
