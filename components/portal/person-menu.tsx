"use client";
import { CircleUser } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuLink, MenuSeparator } from "#components/ui/menu.tsx";
import type { Theme } from "./theme.ts";
import { ThemeAndLeave } from "./theme-and-leave.tsx";

type PersonMenuProps = {
  viewer: { name: string; email: string; role: string };
  /** Where the person's own page is. */
  you: string;
  theme: Theme;
  children?: ReactNode;
};

/** Who is signed in, and what concerns only them. */
export function PersonMenu({ viewer: { name, email, role }, you, theme, children }: PersonMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`Your account: ${name}`}>
          <CircleUser aria-hidden />
        </Button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="wrap-anywhere max-w-64 font-medium text-[13px]">{name}</p>
        <p className="wrap-anywhere max-w-64 text-ink-soft text-xs">
          {email}, {role}
        </p>
      </div>
      <MenuSeparator />
      <MenuLink href={you}>
        <CircleUser aria-hidden /> Your account
      </MenuLink>
      {children}
      <MenuSeparator />
      <ThemeAndLeave theme={theme} />
    </Menu>
  );
}
