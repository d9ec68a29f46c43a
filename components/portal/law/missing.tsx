"use client";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { usePortal } from "../portal-context.tsx";

export type Missing = Outputs["law"]["missing"];

const PLACES: Record<Missing[number]["on"], [path: string, name: string]> = {
  law: ["/storefront/law", "Law and VAT"],
  pages: ["/storefront/pages", "Pages"],
};

/** What the shop lacks, each with the page on which it is entered, unless it is this one. */
export function MissingList({ missing }: { missing: Missing }) {
  const { href } = usePortal();
  const here = usePathname();
  return (
    <ul className="grid gap-1.5 text-[13px]">
      {missing.map(({ what, on }) => (
        <li key={what} className="flex gap-2">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0 text-wait" aria-hidden />
          <span className="min-w-0">
            {what}
            {href(PLACES[on][0]) !== here && (
              <>
                {" – "}
                <Link href={href(PLACES[on][0])} prefetch={false} className="text-accent underline underline-offset-2">
                  {PLACES[on][1]}
                </Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function MissingCard({ missing }: { missing: Missing }) {
  const isWhole = missing.length === 0;
  return (
    <Card
      title="Before it opens"
      lead={
        isWhole
          ? "Everything that we know to be asked for is there. We are no lawyers: what your shop says is yours to answer for."
          : "Your shop lacks what the country of its seller asks for. It is not closed for it; publishing the brand and connecting payments ask you about it."
      }
      action={<Badge tone={isWhole ? "good" : "wait"}>{isWhole ? "Complete" : `${missing.length} missing`}</Badge>}
    >
      {isWhole ? (
        <p className="text-[13px] text-ink-soft">Name, address and the other details are on your shop's legal page.</p>
      ) : (
        <MissingList missing={missing} />
      )}
    </Card>
  );
}
