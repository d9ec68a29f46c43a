import { ShieldCheck } from "lucide-react";

/** Says on every page on whose side one is. */
export function PlatformMark() {
  return (
    <p className="flex h-8 items-center gap-2 rounded-md bg-ink px-2.5 font-semibold text-[13px] text-surface">
      <ShieldCheck className="size-4 shrink-0" aria-hidden />
      Platform operations
    </p>
  );
}
