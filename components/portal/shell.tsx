import type { ReactNode } from "react";
import { AccountSwitcher } from "./account-switcher.tsx";
import { NavLinks } from "./nav-links.tsx";
import { SignedOut } from "./signed-out.tsx";
import type { Theme } from "./theme.ts";
import { TopBar } from "./top-bar.tsx";
import { VisitBanner } from "./visit-banner.tsx";
import { WorkGuard } from "./work-guard.tsx";

type ShellProps = { environment: "test" | "live"; theme: Theme; children: ReactNode };

/** The frame of every page: navigation at the left, bar on top, and an amber hairline where nothing is real. */
export function Shell({ environment, theme, children }: ShellProps) {
  return (
    <div data-theme={theme} className="min-h-dvh md:grid md:grid-cols-[220px_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-md bg-accent px-3 py-2 text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      {environment === "test" && (
        <div aria-hidden className="fixed inset-x-0 top-0 z-30 print:hidden h-[3px] bg-amber" />
      )}
      <aside className="print:hidden sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-line border-r p-3 pt-2 md:flex">
        <div className="flex min-h-8">
          <AccountSwitcher />
        </div>
        <NavLinks />
      </aside>
      <div className="min-w-0">
        <VisitBanner />
        <TopBar theme={theme} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto grid max-w-[1280px] *:min-w-0 gap-4 px-4 py-4 outline-none sm:gap-6 sm:p-6"
        >
          {children}
        </main>
        <SignedOut />
        <WorkGuard />
      </div>
    </div>
  );
}
