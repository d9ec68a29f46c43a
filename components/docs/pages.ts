import { GUIDES } from "./guides/index.ts";

export type DocsLink = { href: string; label: string; text: string };

const guide = (slug: string): DocsLink => {
  const { title, lead } = GUIDES.find((one) => one.slug === slug)!;
  return { href: `/docs/${slug}`, label: title, text: lead };
};

/** Every documentation page, as the navigation, the start page and llms.txt list them. */
export const DOCS_PAGES: { title: string; links: DocsLink[] }[] = [
  {
    title: "Start",
    links: [
      { href: "/docs", label: "Quickstart", text: "From a key to a delivered eSIM, in six steps." },
      {
        href: "/docs/authentication",
        label: "Authentication",
        text: "Keys, scopes, address lists, and signed requests with a worked example.",
      },
      {
        href: "/docs/frameworks",
        label: "Framework quickstarts",
        text: "Express, Next.js, Django and Laravel: an order that is safe to repeat, a webhook that is verified.",
      },
      guide("environments"),
      guide("listen"),
      guide("go-live"),
      guide("mcp"),
    ],
  },
  {
    title: "Guides",
    links: [
      guide("idempotency"),
      guide("money"),
      guide("ledger"),
      guide("catalogue-sync"),
      guide("white-label"),
      guide("limits"),
      guide("versioning"),
      guide("changes"),
      guide("security"),
    ],
  },
  {
    title: "Reference",
    links: [
      {
        href: "/docs/api",
        label: "API reference",
        text: "All operations: parameters, bodies, answers, errors, scope and risk.",
      },
      {
        href: "/docs/webhooks",
        label: "Webhooks",
        text: "Events, payloads, delivery, retries, and how to verify a signature.",
      },
      { href: "/docs/errors", label: "Errors", text: "Every code: its cause, what to do, and whether a retry helps." },
      {
        href: "/docs/postman.json",
        label: "Postman collection",
        text: "Every operation with its example, for Postman and Bruno.",
      },
      {
        href: "/api/v1/openapi.json",
        label: "OpenAPI document",
        text: "The machine-readable contract, for generators and tools.",
      },
    ],
  },
];
