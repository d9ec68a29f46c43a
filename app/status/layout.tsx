import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ServiceDocument } from "#app/service-document.tsx";

export const metadata: Metadata = {
  title: { default: "Status", template: "%s · Status" },
  description: "How the Reseller eSIM Service is doing, and the incidents of the last 90 days.",
  alternates: { types: { "application/atom+xml": "/status/feed.atom" } },
};

/** Where only Next runs, its answers carry a nonce; our server makes each page for some seconds at a time (server/process/documents.ts). */
export const dynamic = "force-dynamic";

export default function StatusLayout({ children }: { children: ReactNode }) {
  return <ServiceDocument>{children}</ServiceDocument>;
}
