"use client";
import { CircleX } from "lucide-react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";

type ErrorStateProps = { message: string; requestId?: string; onRetry?(): void };

/** What happened, the request id to tell us, and another try. */
export function ErrorState({ message, requestId, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg border border-bad/40 bg-bad-soft p-4 text-[13px]">
      <CircleX className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div className="grid min-w-0 gap-2 justify-items-start">
        <p>{message}</p>
        {requestId && (
          <p className="flex flex-wrap items-center gap-1 text-ink-soft text-xs">
            Request id <code className="break-all font-mono">{requestId}</code>
            <CopyButton text={requestId} what="request id" />
          </p>
        )}
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}
