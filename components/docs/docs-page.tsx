import Link from "next/link";
import type { ReactNode } from "react";
import { DOCS_PAGES } from "./pages.ts";
import { SearchBox } from "./search-box.tsx";

type Props = {
  title: string;
  lead: string;
  /** Where the reader is, for the navigation; null where there is no page. */
  path: string | null;
  /** Parts of this page, shown below its name in the navigation. */
  index?: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** Frame of every documentation page: navigation on the left (folded on a phone), the text beside it. */
export function DocsPage({ title, lead, path, index, wide = false, children }: Props) {
  return (
    <div className="mx-auto max-w-[1280px] px-4 pb-24 sm:px-6">
      <a
        href="#content"
        className="fixed top-2 left-2 z-20 -translate-y-20 rounded-md bg-accent px-3 py-2 text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="flex items-center gap-x-3 border-line border-b py-4">
        <Link href="/" className="font-semibold">
          Reseller eSIM Service
        </Link>
        <span className="text-ink-soft max-sm:hidden">Documentation</span>
        <SearchBox />
      </header>
      <div className="lg:grid lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-10">
        <div className="lg:sticky lg:top-0 lg:max-h-screen lg:overflow-y-auto lg:py-8">
          <details className="mt-4 rounded-lg border border-line bg-raised lg:hidden">
            <summary className="min-h-11 cursor-pointer content-center px-4 font-semibold">Contents</summary>
            <nav aria-label="Documentation, folded" className="px-4 pb-4">
              <Pages path={path} index={index} />
            </nav>
          </details>
          <nav aria-label="Documentation" className="hidden lg:block">
            <Pages path={path} index={index} />
          </nav>
        </div>
        <main id="content" tabIndex={-1} className={wide ? "min-w-0 outline-none" : "min-w-0 max-w-3xl outline-none"}>
          <h1 className="mt-8 font-semibold text-xl">{title}</h1>
          <p className="mt-2 max-w-prose text-ink-soft">{lead}</p>
          {path && (
            <p className="mt-1 text-xs">
              <a
                href={`${path === "/docs" ? "/docs/quickstart" : path}.md`}
                className="inline-block min-h-6 text-accent hover:underline"
              >
                This page as Markdown
              </a>
            </p>
          )}
          {children}
        </main>
      </div>
    </div>
  );
}

function Pages({ path, index }: { path: string | null; index?: ReactNode }) {
  return DOCS_PAGES.map(({ title, links }) => (
    <div key={title} className="mb-5">
      <p className="mb-1 font-semibold text-ink-soft text-xs">{title}</p>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === path ? "page" : undefined}
              className="block py-1 text-ink-soft max-lg:min-h-11 max-lg:content-center hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-accent"
            >
              {label}
            </a>
            {href === path && index}
          </li>
        ))}
      </ul>
    </div>
  ));
}
