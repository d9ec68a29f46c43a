import type { ReactNode } from "react";
import { ServiceDocument } from "#app/service-document.tsx";

/** Rendered per request: its scripts carry the nonce of the answer. */
export const dynamic = "force-dynamic";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return <ServiceDocument>{children}</ServiceDocument>;
}
