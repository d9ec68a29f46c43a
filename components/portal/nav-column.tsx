"use client";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { cn } from "#components/ui/cn.ts";

type Group = { group: string; places: { to: string; label: string; icon: LucideIcon; current: boolean }[] };

type NavColumnProps = { label: string; groups: Group[]; onFollow: (() => void) | undefined };

/** Pages in their groups, in the column at the left and in the sheet on phones. */
export function NavColumn({ label: name, groups, onFollow }: NavColumnProps) {
  return (
    <nav aria-label={name} className="grid gap-4">
      {groups.map(({ group, places }) => (
        <div key={group}>
          <p className="px-2 pb-1 font-medium text-ink-soft text-xs">{group}</p>
          <ul className="grid gap-px">
            {places.map(({ to, label, icon: Icon, current }) => (
              <li key={to}>
                <Link
                  href={to}
                  prefetch={false}
                  onClick={onFollow}
                  aria-current={current ? "page" : undefined}
                  className={cn(
                    "flex h-11 items-center gap-2.5 rounded-md px-2 text-[13px] md:h-8",
                    current ? "bg-accent-soft font-medium text-accent" : "text-ink-soft hover:bg-sunken hover:text-ink",
                  )}
                >
                  <Icon className="size-4" aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
