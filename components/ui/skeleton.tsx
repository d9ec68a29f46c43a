import { cn } from "./cn.ts";

/** Where something will be, in its size; not shown for answers that come at once. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("animate-appear rounded-md bg-sunken", className)} />;
}

export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="rounded-lg border border-line bg-raised">
      <div className="h-9 border-line border-b" />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty rows never move.
        <div key={row} className="flex h-10 items-center gap-6 border-line px-4 not-last:border-b">
          <Skeleton className="h-3 w-2/5 max-w-40" />
          <Skeleton className="h-3 w-1/4 max-w-24" />
          <Skeleton className="ml-auto h-3 w-1/5 max-w-20" />
        </div>
      ))}
    </div>
  );
}

export function PageSkeleton() {
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-4 w-72 max-w-full" />
      </div>
      <TableSkeleton />
    </div>
  );
}
