"use client";
import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { MenuChoice, MenuItem, MenuSeparator } from "#components/ui/menu.tsx";
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

/** The end of every person's menu. */
export function ThemeAndLeave({ theme }: { theme: Theme }) {
  const router = useRouter();
  const setTheme = (chosen: Theme) => {
    // Named as the server names its own: over https it is of this host alone.
    const [name, flag] = location.protocol === "https:" ? ["__Host-theme", ";secure"] : ["theme", ""];
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and the server reads this one.
    document.cookie = `${name}=${chosen};path=/;max-age=31536000;samesite=lax${flag}`;
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
