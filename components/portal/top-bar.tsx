"use client";
import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { AccountSwitcher } from "./account-switcher.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { NavLinks } from "./nav-links.tsx";
import { NavSheet } from "./nav-sheet.tsx";
import { NotificationBell } from "./notices/notification-bell.tsx";
import { usePortal } from "./portal-context.tsx";
import { useRememberedRecords } from "./recent-records.ts";
import type { Theme } from "./theme.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { UserMenu } from "./user-menu.tsx";

/** Fetched when they are first opened. */
const CommandPalette = dynamic(() => import("./command-palette.tsx").then((module) => module.CommandPalette));
const ShortcutSheet = dynamic(() => import("./shortcut-sheet.tsx").then((module) => module.ShortcutSheet));

/** Search, environment and person: what is at hand on every page. */
export function TopBar({ theme }: { theme: Theme }) {
  const [palette, setPalette] = useState(false);
  const [sheet, setSheet] = useState(false);
  const { environment } = usePortal();
  const openPalette = useCallback(() => setPalette(true), []);
  const openSheet = useCallback(() => setSheet(true), []);
  useShortcuts({ openPalette, openSheet });
  useRememberedRecords();
  return (
    <header className="sticky top-0 z-20 flex h-14 print:hidden items-center gap-2 border-line border-b bg-surface px-2 sm:px-6 md:h-12">
      <NavSheet links={(close) => <NavLinks onFollow={close} />}>
        <AccountSwitcher />
      </NavSheet>
      <button
        type="button"
        onClick={openPalette}
        className="flex h-11 min-w-0 items-center gap-2 rounded-md border border-line bg-raised px-3 text-[13px] text-ink-soft hover:border-line-strong sm:h-8 sm:w-72"
      >
        <Search className="size-4 shrink-0" aria-hidden />
        <span className="max-sm:sr-only">Search</span>
        <kbd className="ml-auto hidden font-mono text-xs sm:inline">⌘K</kbd>
      </button>
      <span className="flex-1" />
      {environment === "test" && <p className="hidden text-wait text-xs lg:block">Test environment: no money moves</p>}
      <EnvironmentSwitch />
      <NotificationBell />
      <UserMenu theme={theme} onShortcuts={openSheet} />
      {palette && <CommandPalette theme={theme} onClose={() => setPalette(false)} onShortcuts={openSheet} />}
      {sheet && <ShortcutSheet onClose={() => setSheet(false)} />}
    </header>
  );
}
