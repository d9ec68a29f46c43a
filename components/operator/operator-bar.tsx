"use client";
import { CircleUser } from "lucide-react";
import { NavSheet } from "#components/portal/nav-sheet.tsx";
import type { Theme } from "#components/portal/theme.ts";
import { ThemeAndLeave } from "#components/portal/theme-and-leave.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";
import { controlLooks } from "#components/ui/control-looks.ts";
import { Menu, MenuLink, MenuSeparator } from "#components/ui/menu.tsx";
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
      <Menu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`Your account: ${viewer.name}`}>
            <CircleUser aria-hidden />
          </Button>
        }
      >
        <div className="px-2 py-1.5">
          <p className="font-medium text-[13px]">{viewer.name}</p>
          <p className="text-ink-soft text-xs">
            {viewer.email}, {viewer.role}
          </p>
        </div>
        <MenuSeparator />
        <MenuLink href="/operator/you">
          <CircleUser aria-hidden /> Your account
        </MenuLink>
        <MenuSeparator />
        <ThemeAndLeave theme={theme} />
      </Menu>
    </header>
  );
}
