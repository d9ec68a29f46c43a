"use client";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { LocaleProvider } from "#components/ui/locale.tsx";
import { Toaster } from "#components/ui/toast.tsx";
import { EarlyInput } from "./early-input.tsx";
import { RowsProvider } from "./rows.tsx";
import type { Rows } from "./theme.ts";

type ProvidersProps = { nonce?: string; locale: string; rows?: Rows; children: ReactNode };

/** What every page with forms and lists stands in. */
export function Providers({ nonce, locale, rows = "roomy", children }: ProvidersProps) {
  return (
    <CSPProvider nonce={nonce}>
      <EarlyInput nonce={nonce}>
        <LocaleProvider locale={locale}>
          <NuqsAdapter>
            <RowsProvider rows={rows}>{children}</RowsProvider>
            <Toaster />
          </NuqsAdapter>
        </LocaleProvider>
      </EarlyInput>
    </CSPProvider>
  );
}
