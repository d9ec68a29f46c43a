import Link from "next/link";
import type { ReactNode } from "react";

const PAGES = [
  { href: "/", label: "Start" },
  { href: "/docs", label: "Quickstart" },
  { href: "/docs/errors", label: "Errors" },
  { href: "/api/v1/openapi.json", label: "OpenAPI" },
];

/** Frame of every documentation page: navigation on top, one column of text. */
export function DocsPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-3xl px-6 pb-24">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-4">
        <Link href="/" className="font-semibold">
          Reseller eSIM Service
        </Link>
        <nav aria-label="Documentation" className="flex flex-wrap gap-x-4 text-ink-soft">
          {PAGES.slice(1).map(({ href, label }) => (
            <a key={href} href={href} className="py-1 hover:text-ink hover:underline">
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <h1 className="mt-10 font-semibold text-xl">{title}</h1>
        <p className="mt-2 max-w-prose text-ink-soft">{lead}</p>
        {children}
      </main>
    </div>
  );
}
