import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TextBlocks } from "#components/ui/text-blocks.tsx";
import { visitorApi } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Terms" };

export const dynamic = "force-dynamic";

/** What resellers agree to, for everybody to read: the newest, or the version that somebody agreed to. */
export default async function TermsPage({ searchParams }: { searchParams: Promise<{ version?: string }> }) {
  const asked = /^\d{1,6}$/.exec((await searchParams).version ?? "");
  const terms = await (await visitorApi()).auth.terms(asked ? Number(asked[0]) : undefined);
  if (!terms) notFound();
  const { version, publishedAt, text } = terms;
  return (
    <main className="mx-auto grid max-w-3xl gap-6 px-4 py-10 sm:px-6">
      <header className="grid gap-1 border-line border-b pb-4">
        <h1 className="font-semibold text-xl">Terms for resellers</h1>
        <p className="text-[13px] text-ink-soft">
          Version {version}, published on {publishedAt.toISOString().slice(0, 10)}
        </p>
      </header>
      <TextBlocks text={text} />
    </main>
  );
}
