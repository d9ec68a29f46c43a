import Link from "next/link";
import { ServiceDocument } from "#app/service-document.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

/** Rendered per request: its scripts carry the nonce of the answer. */
export const dynamic = "force-dynamic";

const LINKS = [
  { href: "/docs", title: "Quickstart", text: "The six steps from a key to a delivered eSIM, with curl." },
  { href: "/docs/api", title: "API reference", text: "All operations, with samples, errors, scope and risk." },
  { href: "/docs/webhooks", title: "Webhooks", text: "Events, payloads, retries, and how to verify a signature." },
  { href: "/docs/errors", title: "Errors", text: "Every code: its cause, what to do, and whether a retry helps." },
  {
    href: "/api/v1/openapi.json",
    title: "OpenAPI document",
    text: "The machine-readable contract, for generators and tools.",
  },
  { href: "/status", title: "Status", text: "How the service is doing, and what went wrong before." },
  { href: "/api/v1/health", title: "Health", text: "Whether this instance answers." },
];

export default function Home() {
  return (
    <ServiceDocument>
      <main className="mx-auto max-w-3xl px-6 py-16">
        <h1 className="font-semibold text-xl">Reseller eSIM Service</h1>
        <p className="mt-2 max-w-prose text-ink-soft">
          Sell travel eSIMs under your own brand: one API for several network suppliers, paid from a prepaid wallet and
          a credit line.
        </p>
        <p className="mt-6">
          <ButtonLink variant="primary" href="/portal">
            Sign in
          </ButtonLink>
        </p>
        <ul className="mt-8 grid gap-4 sm:grid-cols-2">
          {LINKS.map(({ href, title, text }) => (
            <li key={href} className="relative rounded-lg border border-line bg-raised p-4 hover:border-accent">
              <h2 className="font-semibold">
                <Link href={href} prefetch={false} className="after:absolute after:inset-0 after:rounded-lg">
                  {title}
                </Link>
              </h2>
              <p className="mt-1 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </ServiceDocument>
  );
}
