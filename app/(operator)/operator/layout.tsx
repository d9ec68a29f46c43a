import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readPageFrame } from "#app/page-frame.ts";
import { OperatorShell } from "#components/operator/operator-shell.tsx";
import { ApiProvider } from "#components/portal/api-provider.tsx";
import { Providers } from "#components/portal/providers.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = {
  title: { default: "Platform", template: "%s · Platform" },
  robots: { index: false },
};

export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const [{ viewer }, { nonce, theme, rows, locale }] = await Promise.all([openOperator(), readPageFrame()]);
  return (
    <Providers nonce={nonce} locale={locale} rows={rows}>
      <ApiProvider scope="people">
        <OperatorShell theme={theme} viewer={viewer}>
          {children}
        </OperatorShell>
      </ApiProvider>
    </Providers>
  );
}
