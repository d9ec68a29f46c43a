import type { Guide } from "./guide.ts";

export const whiteLabel: Guide = {
  slug: "white-label",
  title: "White-label",
  lead: "Travellers see your brand and nobody else's: on pages of your own, in the shop that comes with your account, or in a mail that your staff send.",
  sections: [
    {
      title: "Three ways to travellers",
      blocks: [
        {
          head: ["Way", "What you build", "What is there"],
          rows: [
            [
              "Pages of your own",
              "catalogue, checkout, installation page; you charge the traveller",
              "packages at your prices with a recommended retail price, orders, `activation_code`, usage, top-ups",
            ],
            [
              "The shop",
              "nothing",
              "search, country and plan pages, checkout with your own Stripe account, installation, usage, top-ups, mails, invoices, in eight languages",
            ],
            [
              "A hand-over",
              "nothing",
              "the page of an order in the portal sends its eSIMs to a customer by mail, with one link that can be withdrawn, or as a PDF",
            ],
          ],
        },
        "All three buy at your prices from your wallet. The shop orders after the traveller's payment has been made, and pays back what could not be delivered.",
      ],
    },
    {
      title: "The brand manifest",
      blocks: [
        "`GET /brand` answers name, logo, colours, support contacts, legal links, domain and language. Build your own pages and mails from it, so that a change reaches them. It changes rarely: keep it, and ask with its `ETag`.",
        "`POST /brand` changes only the fields that are sent; an empty text clears an optional one. The portal's Brand page does the same with a preview, and keeps versions to return to.",
        {
          list: [
            "`logo_url` and `favicon_url` are HTTPS addresses, or pictures uploaded in the portal. Without a logo one is drawn from name and colour.",
            "The three colours are `#RRGGBB`. The shop makes every shade of them, with text that can be read on it.",
            "`portal_slug` is the shop's address. A new one is free to choose; the last five stay yours and go on working.",
            "The test environment shows the live brand until it has one of its own.",
          ],
        },
      ],
    },
    {
      title: "Your domain",
      blocks: [
        "The shop is at `/store/<slug>` from the first day, and in test at `/test-store/<slug>`. In live it can have a domain of yours: set `custom_domain`, then enter both records at your DNS provider, with the values that the portal shows under Storefront, Domain.",
        {
          head: ["Type", "Name", "Value"],
          rows: [
            ["TXT", "`_svc-verify.esim.example.com`", "the proof, new for each domain"],
            ["CNAME", "`esim.example.com`", "the host of the shops"],
          ],
        },
        "It is looked for every five minutes for two days, then daily, and at once by a button, which says in words what is missing. `domain_verified` of `GET /brand` says that it works. A domain whose record is gone stops working; its shop stays at its slug.",
        "Mails come from your own address once its DKIM record, on the same page, is found. Until then they have your name, our address, and your support address to reply to.",
      ],
    },
    {
      title: "Before you open",
      blocks: [
        {
          list: [
            "Buy, install and top up in the test shop: nothing is charged, and it mails your own team alone.",
            "Set retail prices, and the keys of your Stripe account: without them the live shop says that it is closed.",
            "Enter who sells, terms and privacy, and VAT where you owe it, under Storefront, Law and VAT.",
            "Have money or credit in the wallet: what a traveller buys is charged to it at your price.",
          ],
        },
      ],
    },
  ],
};
