"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "#components/ui/cn.ts";
import { usePortal } from "./portal-context.tsx";

/** The same page in the other environment. A detail page leads to its list: its record is in one environment only. */
export function EnvironmentSwitch() {
  const { environment } = usePortal();
  const [, , page = ""] = usePathname().split("/");
  return (
    <nav aria-label="Environment" className="flex rounded-md border border-line bg-sunken p-0.5">
      {(["test", "live"] as const).map((name) => (
        <Link
          key={name}
          href={`/${name}${page && `/${page}`}`}
          prefetch={false}
          aria-current={name === environment ? "true" : undefined}
          className={cn(
            // The frame is lower than a finger is wide.
            "relative grid h-9 min-w-11 place-items-center max-sm:after:absolute max-sm:after:inset-x-0 max-sm:after:-inset-y-1 max-sm:after:content-[''] rounded-[4px] px-2.5 font-medium text-xs capitalize sm:h-[26px]",
            name !== environment && "text-ink-soft hover:text-ink",
            name === environment &&
              (name === "test" ? "bg-amber text-[oklch(0.2_0.03_75)]" : "bg-raised shadow-[0_0_0_1px_var(--line)]"),
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
