"use client";
import { NavSheet } from "#components/portal/nav-sheet.tsx";
import { PersonMenu } from "#components/portal/person-menu.tsx";
import type { Theme } from "#components/portal/theme.ts";
import { cn } from "#components/ui/cn.ts";
import { controlLooks } from "#components/ui/control-looks.ts";
import type { OperatorViewer } from "#server/trpc/types.ts";
import { OperatorLinks } from "./operator-links.tsx";
import { PlatformMark } from "./platform-mark.tsx";

type BarProps = { theme: Theme; viewer: OperatorViewer };

/** The search of everything, and the person: at hand on every page. */
export function OperatorBar({ theme, viewer }: BarProps) {
  return (
    <header className="sticky top-0 z-20 flex h-14 print:hidden items-center gap-2 border-line border-b bg-surface px-2 sm:px-6 md:h-12">
      <NavSheet links={(close) => <OperatorLinks onFollow={close} />}>
        <PlatformMark />
      </NavSheet>
      <form action="/operator/search" className="mr-auto min-w-0 flex-1 sm:max-w-72">
        <input
          type="search"
          name="q"
          aria-label="Find anything"
          placeholder="Account, order, ICCID, e-mail …"
          maxLength={120}
          className={cn(controlLooks)}
        />
      </form>
      <PersonMenu viewer={viewer} you="/operator/you" theme={theme} />
    </header>
  );
}
