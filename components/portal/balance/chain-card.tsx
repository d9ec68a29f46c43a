"use client";
import { Download } from "lucide-react";
import { Badge } from "#components/ui/badge.tsx";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { usePortal } from "../portal-context.tsx";
import { reportHref } from "../search-params.ts";
import { useVerification } from "./use-verification.ts";

/** The ledger proves itself: this browser computes every hash anew, from the same rows that can be downloaded. */
export function ChainCard() {
  const { environment } = usePortal();
  const locale = useLocale();
  const { verification, verify, stop } = useVerification();
  const running = verification.state === "running";
  return (
    <Card
      title="Chain of entries"
      lead="Each entry carries a SHA-256 hash of itself and the entry before it. Changing, removing or inserting an entry would break the chain."
    >
      <div className="grid justify-items-start gap-3 text-[13px]">
        <div role="status" className="grid gap-1.5 empty:hidden">
          {running && (
            <p className="tabular-nums">
              {verification.checked.toLocaleString(locale)} of {verification.of.toLocaleString(locale)} entries checked
              …
            </p>
          )}
          {verification.state === "verified" && (
            <>
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone="good">Verified</Badge>
                All {verification.head.sequence.toLocaleString(locale)} entries, computed by this browser just now.
              </p>
              <p className="break-all font-mono text-ink-soft text-xs">{verification.head.hash}</p>
            </>
          )}
          {verification.state === "broken" && (
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone="bad">Not verified</Badge>
              {verification.fault}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {running ? (
            <Button onClick={stop}>Stop</Button>
          ) : (
            <Button onClick={() => void verify()}>{verification.state === "idle" ? "Verify" : "Verify again"}</Button>
          )}
          <DownloadLink variant="quiet" href={reportHref(environment, "ledger-chain", {})}>
            <Download aria-hidden /> Entries with hashes
          </DownloadLink>
          <DownloadLink variant="quiet" href="/api/ledger-proof">
            <Download aria-hidden /> Signed checkpoint
          </DownloadLink>
        </div>
      </div>
    </Card>
  );
}
