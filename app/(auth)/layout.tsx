import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readPageFrame } from "#app/page-frame.ts";
import { ServiceDocument } from "#app/service-document.tsx";
import { ApiProvider } from "#components/portal/api-provider.tsx";
import { Providers } from "#components/portal/providers.tsx";

export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

/** Pages of people who are not signed in. Addresses with tokens in them are told to nobody. */
export default async function AuthLayout({ children }: { children: ReactNode }) {
  const { nonce, theme, locale } = await readPageFrame();
  return (
    <ServiceDocument>
      <Providers nonce={nonce} locale={locale}>
        <ApiProvider scope="people">
          <div data-theme={theme} className="grid min-h-dvh place-items-center px-4 py-10">
            <main className="w-full max-w-sm">
              <p className="mb-6 text-center font-semibold">Reseller eSIM Service</p>
              <div className="grid gap-5 rounded-lg border border-line bg-raised p-6">{children}</div>
            </main>
          </div>
        </ApiProvider>
      </Providers>
    </ServiceDocument>
  );
}
