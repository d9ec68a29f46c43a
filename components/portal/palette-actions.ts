"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { Permission } from "#server/trpc/types.ts";
import { useApi } from "./api.tsx";
import { keepTheme, signOut } from "./person-actions.ts";
import { usePortal } from "./portal-context.tsx";
import type { Theme } from "./theme.ts";

export type PaletteAction = { label: string; hint: string; run(): void };

type Wanted = PaletteAction & { permission?: Permission };

/** What can be done from anywhere, as far as the role allows it. */
export function usePaletteActions({ theme, onShortcuts }: { theme: Theme; onShortcuts(): void }): PaletteAction[] {
  const router = useRouter();
  const { may, href, environment } = usePortal();
  const { data: storefront } = useQuery(
    useApi().storefront.state.queryOptions(undefined, { enabled: may("brand:read"), staleTime: 60_000 }),
  );
  const go = (path: string) => () => router.push(href(path));
  const setTheme = (chosen: Theme) => () => {
    keepTheme(chosen);
    router.refresh();
  };
  const other = environment === "test" ? "live" : "test";
  const themes: [Theme, string][] = [
    ["dark", "Dark theme"],
    ["light", "Light theme"],
    ["system", "Theme of the system"],
  ];
  const actions: Wanted[] = [
    { label: "New order", hint: "Buy eSIMs", permission: "orders:place", run: go("/orders/new") },
    { label: "Create key", hint: "API keys", permission: "keys:manage", run: go("/api-keys/new") },
    { label: "Add endpoint", hint: "Webhooks", permission: "webhooks:manage", run: go("/webhooks/new") },
    ...(storefront
      ? [
          {
            label: "Open storefront",
            hint: "In a new tab",
            run: () => void window.open(storefront.url, "_blank", "noreferrer"),
          },
        ]
      : []),
    { label: `Switch to ${other}`, hint: "Environment", run: () => router.push(`/${other}`) },
    ...themes
      .filter(([value]) => value !== theme)
      .map(([value, label]) => ({ label, hint: "Theme", run: setTheme(value) })),
    { label: "Keyboard shortcuts", hint: "What keys do", run: onShortcuts },
    { label: "Sign out", hint: "This browser", run: () => void signOut() },
  ];
  return actions.filter(({ permission }) => !permission || may(permission));
}
