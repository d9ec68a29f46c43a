import { Eye } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { SignedOut } from "#components/portal/signed-out.tsx";
import type { Theme } from "#components/portal/theme.ts";
import { WorkGuard } from "#components/portal/work-guard.tsx";
import type { OperatorViewer } from "#server/trpc/types.ts";
import { OperatorBar } from "./operator-bar.tsx";
import { OperatorProvider } from "./operator-context.tsx";
import { OperatorLinks } from "./operator-links.tsx";
import { PlatformMark } from "./platform-mark.tsx";

type ShellProps = {
  theme: Theme;
  viewer: OperatorViewer;
  children: ReactNode;
};

/** The frame of every page of the platform's own side, marked as that. */
export function OperatorShell({ theme, viewer, children }: ShellProps) {
  return (
    <OperatorProvider viewer={viewer}>
      <div data-theme={theme} className="min-h-dvh md:grid md:grid-cols-[220px_minmax(0,1fr)] print:block">
        <a
          href="#content"
          className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-md bg-accent px-3 py-2 text-accent-ink focus:translate-y-0"
        >
          Skip to content
        </a>
        <div aria-hidden className="fixed inset-x-0 top-0 z-30 print:hidden h-[3px] bg-ink" />
        <aside className="print:hidden sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-line border-r p-3 md:flex">
          <PlatformMark />
          <OperatorLinks />
        </aside>
        <div className="min-w-0">
          <OperatorBar theme={theme} viewer={viewer} />
          {viewer.visited && (
            <p className="flex items-center gap-2 border-line border-b bg-accent-soft px-4 py-2 text-[13px] sm:px-6">
              <Eye className="size-4 shrink-0 text-accent" aria-hidden />
              <span>
                You are still visiting {viewer.visited.companyName}.{" "}
                <Link href="/live" prefetch={false} className="font-medium text-accent underline">
                  Back to its portal
                </Link>
              </span>
            </p>
          )}
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto grid max-w-[1280px] *:min-w-0 gap-6 px-4 py-6 outline-none sm:px-6"
          >
            {children}
          </main>
          <SignedOut />
          <WorkGuard />
        </div>
      </div>
    </OperatorProvider>
  );
}
