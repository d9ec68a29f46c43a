"use client";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { usePathname } from "next/navigation";
import { Badge } from "#components/ui/badge.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { SectionLinks } from "../section-links.tsx";

const PAGES = [
  ["", "Retail prices"],
  ["/payments", "Payments"],
  ["/mails", "Mails"],
  ["/guarantee", "Guarantee"],
  ["/pages", "Pages"],
  ["/law", "Law and VAT"],
  ["/domain", "Domain"],
] as const;

/** Whether travellers can buy, the way to see what they see, and the parts of the storefront's settings. */
export function StorefrontHead() {
  const { href } = usePortal();
  const path = usePathname();
  const { data: state } = useQuery(useApi().storefront.state.queryOptions());
  const base = href("/storefront");
  return (
    <>
      <PageHeader
        title="Storefront"
        action={
          state && (
            <span className="flex items-center gap-3">
              <Badge tone={state.open ? "good" : "wait"}>{state.open ? "Open for sale" : "Closed for sale"}</Badge>
              <a
                href={state.url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex h-11 items-center gap-1.5 font-medium text-[13px] text-accent hover:underline sm:h-8"
              >
                Open the storefront <ExternalLink className="size-3.5" aria-hidden />
              </a>
            </span>
          )
        }
      >
        Retail prices, payments, the e-mails travellers get, the connection guarantee, your own pages, what the law asks
        for, and your own domain.
      </PageHeader>
      <SectionLinks
        label="Storefront"
        links={PAGES.map(([part, label]) => ({
          href: base + part,
          label,
          current: part === "" ? path === base : path.startsWith(base + part),
        }))}
      />
    </>
  );
}
