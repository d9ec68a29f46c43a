"use client";
import { ErrorState } from "#components/ui/error-state.tsx";

type ErrorProps = { error: Error & { digest?: string }; reset(): void };

/** A page that could not be made. Its fault is on record under the digest. */
export default function PortalError({ error, reset }: ErrorProps) {
  return (
    <>
      <h1 className="font-semibold text-xl">This page could not be shown</h1>
      <ErrorState
        message="Something went wrong on our side. It has been recorded."
        requestId={error.digest}
        onRetry={reset}
      />
    </>
  );
}
