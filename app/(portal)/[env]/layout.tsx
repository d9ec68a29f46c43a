import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readPageFrame } from "#app/page-frame.ts";
import { ApiProvider } from "#components/portal/api-provider.tsx";
import { PortalProvider } from "#components/portal/portal-context.tsx";
import { Providers } from "#components/portal/providers.tsx";
import { Shell } from "#components/portal/shell.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: { default: "Overview", template: "%s · Portal" }, robots: { index: false } };

type LayoutProps = { children: ReactNode; params: Promise<{ env: string }> };

export default async function PortalLayout({ children, params }: LayoutProps) {
  const [{ environment, viewer }, { nonce, theme, rows, locale }] = await Promise.all([
    openPortal((await params).env),
    readPageFrame(),
  ]);
  return (
    <Providers nonce={nonce} locale={locale} rows={rows}>
      <ApiProvider key={environment} scope={environment} accountCode={viewer.account.code}>
        <PortalProvider environment={environment} viewer={viewer}>
          <Shell environment={environment} theme={theme}>
            {children}
          </Shell>
        </PortalProvider>
      </ApiProvider>
    </Providers>
  );
}
