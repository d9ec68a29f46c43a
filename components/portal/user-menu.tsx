"use client";
import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from "#components/ui/menu.tsx";
import { usePortal } from "./portal-context.tsx";
import type { Theme } from "./theme.ts";

const THEMES = [
  { value: "system", text: "Like the system", icon: Monitor },
  { value: "light", text: "Light", icon: Sun },
  { value: "dark", text: "Dark", icon: Moon },
] as const;

/** Fetched when somebody leaves: no page needs it before. */
async function signOut(): Promise<void> {
  const auth = await import("next-auth/react");
  await auth.signOut({ callbackUrl: "/sign-in" });
}

type UserMenuProps = { theme: Theme; onShortcuts(): void };

/** Who is signed in, and what concerns only them. */
export function UserMenu({ theme, onShortcuts }: UserMenuProps) {
  const { viewer, href } = usePortal();
  const router = useRouter();
  const setTheme = (chosen: Theme) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and the server reads this one.
    document.cookie = `theme=${chosen};path=/;max-age=31536000;samesite=lax`;
    router.refresh();
  };
  return (
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
      <MenuLink href={href("/you")}>
        <CircleUser aria-hidden /> Your account
      </MenuLink>
      <MenuItem onClick={onShortcuts}>
        <Keyboard aria-hidden /> Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuChoice
        label="Theme"
        value={theme}
        options={THEMES.map(({ value, text, icon: Icon }) => ({
          value,
          label: (
            <>
              <Icon aria-hidden /> {text}
            </>
          ),
        }))}
        onChange={setTheme}
      />
      <MenuSeparator />
      <MenuItem onClick={() => void signOut()}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}
