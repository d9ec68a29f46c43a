import type { ReactNode } from "react";
import { readPageFrame } from "#app/page-frame.ts";
import { ServiceDocument } from "#app/service-document.tsx";

/**
 * Rendered per request where only Next runs: its scripts carry the nonce of the answer. Our server makes each page once and
 * sends it without the framework's scripts (server/process/documents.ts).
 */
export const dynamic = "force-dynamic";

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const { nonce } = await readPageFrame();
  return (
    <ServiceDocument>
      {children}
      <script defer src="/docs-copy.js" nonce={nonce} />
      <script defer src="/docs-search.js" nonce={nonce} />
      <script defer src="/docs-try.js" nonce={nonce} />
    </ServiceDocument>
  );
}
