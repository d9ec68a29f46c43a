import type { Metadata } from "next";
import { readPageFrame } from "#app/page-frame.ts";
import { SignOutButton } from "#components/auth/sign-out-button.tsx";
import { SecondFactor } from "#components/operator/second-factor.tsx";
import { ApiProvider } from "#components/portal/api-provider.tsx";
import { Providers } from "#components/portal/providers.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openSecondFactor } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Second factor", robots: { index: false } };

/** All that is open to an operator who has not shown a second factor in this session. */
export default async function SecondFactorPage() {
  const [{ hasFactor }, { nonce, theme, locale }] = await Promise.all([openSecondFactor(), readPageFrame()]);
  return (
    <Providers nonce={nonce} locale={locale}>
      <ApiProvider scope="people">
        <div data-theme={theme} className="min-h-dvh">
          <main className="mx-auto grid max-w-[640px] *:min-w-0 gap-6 px-4 py-10">
            <PageHeader
              title={hasFactor ? "Confirm your second factor" : "Set up a second factor"}
              action={<SignOutButton />}
            >
              {hasFactor
                ? "The operator area needs a second factor. Use your passkey or a code from your authenticator app."
                : "The operator area moves other people's money, so a password is not enough. Set up an authenticator app or a passkey; you will be asked for it each time you sign in."}
            </PageHeader>
            <SecondFactor held={hasFactor} />
          </main>
        </div>
      </ApiProvider>
    </Providers>
  );
}
