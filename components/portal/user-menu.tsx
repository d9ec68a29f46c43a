"use client";
import { Keyboard } from "lucide-react";
import { MenuItem } from "#components/ui/menu.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { usePortal } from "./portal-context.tsx";
import type { Theme } from "./theme.ts";

type UserMenuProps = { theme: Theme; onShortcuts(): void };

export function UserMenu({ theme, onShortcuts }: UserMenuProps) {
  const { viewer, href } = usePortal();
  return (
    <PersonMenu viewer={viewer} you={href("/you")} theme={theme}>
      <MenuItem onClick={onShortcuts}>
        <Keyboard aria-hidden /> Keyboard shortcuts
      </MenuItem>
    </PersonMenu>
  );
}
