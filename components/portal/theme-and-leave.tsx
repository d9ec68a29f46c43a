"use client";
import { LogOut, type LucideIcon, Monitor, Moon, Rows2, Rows4, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { MenuChoice, MenuItem, MenuSeparator } from "#components/ui/menu.tsx";
import { keepRows, keepTheme, signOut } from "./person-actions.ts";
import { useRows } from "./rows.tsx";
import type { Rows, Theme } from "./theme.ts";

const THEMES = [
  { value: "system", text: "Like the system", icon: Monitor },
  { value: "light", text: "Light", icon: Sun },
  { value: "dark", text: "Dark", icon: Moon },
] as const;

const ROWS = [
  { value: "roomy", text: "Comfortable", icon: Rows2 },
  { value: "dense", text: "Compact", icon: Rows4 },
] as const;

type Choices<T> = readonly { value: T; text: string; icon: LucideIcon }[];

const optionsOf = <T extends string>(choices: Choices<T>) =>
  choices.map(({ value, text, icon: Icon }) => ({
    value,
    label: (
      <>
        <Icon aria-hidden /> {text}
      </>
    ),
  }));

/** The end of every person's menu. */
export function ThemeAndLeave({ theme }: { theme: Theme }) {
  const router = useRouter();
  const setTheme = (chosen: Theme) => {
    keepTheme(chosen);
    router.refresh();
  };
  const setRows = (chosen: Rows) => {
    keepRows(chosen);
    router.refresh();
  };
  return (
    <>
      <MenuChoice label="Theme" value={theme} options={optionsOf<Theme>(THEMES)} onChange={setTheme} />
      <MenuChoice label="Rows of lists" value={useRows()} options={optionsOf<Rows>(ROWS)} onChange={setRows} />
      <MenuSeparator />
      <MenuItem onClick={() => void signOut()}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </>
  );
}
