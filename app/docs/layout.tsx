import type { ReactNode } from "react";

/** Rendered per request: its scripts carry the nonce of the answer. */
export const dynamic = "force-dynamic";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return children;
}
