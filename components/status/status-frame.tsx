import type { ReactNode } from "react";

/** What every page of the status stands in: no script, nobody's session, both themes by the reader's system. */
export function StatusFrame({ back = false, children }: { back?: boolean; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-3xl gap-8 px-4 pb-16 sm:px-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-4">
        <a href="/" className="flex min-h-6 items-center font-semibold hover:underline">
          Reseller eSIM Service
        </a>
        {back ? (
          <a href="/status" className="flex min-h-6 items-center text-accent hover:underline">
            Status
          </a>
        ) : (
          <span className="text-ink-soft">Status</span>
        )}
      </header>
      <main className="grid min-w-0 grid-cols-1 gap-8">{children}</main>
      <footer className="flex flex-wrap gap-x-5 gap-y-1 border-line border-t pt-4 text-[13px] text-ink-soft">
        <a href="/status/feed.atom" className="flex min-h-6 items-center hover:text-ink hover:underline">
          Atom feed
        </a>
        <a href="/status/status.json" className="flex min-h-6 items-center hover:text-ink hover:underline">
          JSON
        </a>
        <a href="/docs" className="flex min-h-6 items-center hover:text-ink hover:underline">
          Documentation
        </a>
        <span className="flex min-h-6 items-center">All times are in UTC.</span>
      </footer>
    </div>
  );
}
