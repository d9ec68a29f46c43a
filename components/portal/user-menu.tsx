"use client";
import { CircleUser, Keyboard } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "#components/ui/menu.tsx";
import { usePortal } from "./portal-context.tsx";
import type { Theme } from "./theme.ts";
import { ThemeAndLeave } from "./theme-and-leave.tsx";

type UserMenuProps = { theme: Theme; onShortcuts(): void };

/** Who is signed in, and what concerns only them. */
export function UserMenu({ theme, onShortcuts }: UserMenuProps) {
  const { viewer, href } = usePortal();
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`Your account: ${viewer.name}`}>
          <CircleUser aria-hidden />
        </Button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="wrap-anywhere max-w-64 font-medium text-[13px]">{viewer.name}</p>
        <p className="wrap-anywhere max-w-64 text-ink-soft text-xs">
          {viewer.email}, {viewer.role}
        </p>
      </div>
      <MenuSeparator />
      <MenuLink href={href("/you")}>
        <CircleUser aria-hidden /> Your account
      </MenuLink>
      <MenuItem onClick={onShortcuts}>
        <Keyboard aria-hidden /> Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <ThemeAndLeave theme={theme} />
    </Menu>
  );
}
