"use client";
import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { MenuChoice, MenuItem, MenuSeparator } from "#components/ui/menu.tsx";
import { keepTheme, signOut } from "./person-actions.ts";
import type { Theme } from "./theme.ts";

const THEMES = [
  { value: "system", text: "Like the system", icon: Monitor },
  { value: "light", text: "Light", icon: Sun },
  { value: "dark", text: "Dark", icon: Moon },
] as const;

/** The end of every person's menu. */
export function ThemeAndLeave({ theme }: { theme: Theme }) {
  const router = useRouter();
  const setTheme = (chosen: Theme) => {
    keepTheme(chosen);
    router.refresh();
  };
  return (
    <>
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
    </>
  );
}
