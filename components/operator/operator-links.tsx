"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "#components/ui/cn.ts";
import { OPERATOR_NAVIGATION } from "./navigation.ts";
import { useOperator } from "./operator-context.tsx";

/** The navigation of the platform's own side, in the column at the left and in the sheet on phones. */
export function OperatorLinks({ onFollow }: { onFollow?(): void }) {
  const path = usePathname();
  const { may, viewer } = useOperator();
  return (
    <nav aria-label="Platform" className="grid gap-4">
      {OPERATOR_NAVIGATION.map(({ group, places }) => (
        <div key={group}>
          <p className="px-2 pb-1 font-medium text-ink-soft text-xs">{group}</p>
          <ul className="grid gap-px">
            {places
              .filter(({ needs, ofCells }) => (!needs || may(needs)) && (!ofCells || viewer.hasCells))
              .map(({ to, label, icon: Icon }) => {
                const current = to === "/operator" ? path === to : path === to || path.startsWith(`${to}/`);
                return (
                  <li key={to}>
                    <Link
                      href={to}
                      prefetch={false}
                      onClick={onFollow}
                      aria-current={current ? "page" : undefined}
                      className={cn(
                        "flex h-11 items-center gap-2.5 rounded-md px-2 text-[13px] md:h-8",
                        current
                          ? "bg-accent-soft font-medium text-accent"
                          : "text-ink-soft hover:bg-sunken hover:text-ink",
                      )}
                    >
                      <Icon className="size-4" aria-hidden />
                      {label}
                    </Link>
                  </li>
                );
              })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
