"use client";
import Link from "next/link";
import { useRef } from "react";
import { cn } from "#components/ui/cn.ts";
import { useInSight } from "#components/ui/use-in-sight.ts";

type SectionLinksProps = { label: string; links: { href: string; label: string; current: boolean }[] };

/** The pages of one area, side by side; links, so that each opens in a window of its own. */
export function SectionLinks({ label, links }: SectionLinksProps) {
  const strip = useRef<HTMLElement>(null);
  useInSight(strip, "[aria-current]", links.find(({ current }) => current)?.href);
  return (
    <nav ref={strip} aria-label={label} className="relative flex gap-1 overflow-x-auto border-line border-b">
      {links.map((link) => (
        <Link
          key={link.href}
          href={link.href}
          prefetch={false}
          aria-current={link.current ? "page" : undefined}
          className={cn(
            "-mb-px grid h-11 place-items-center whitespace-nowrap border-b-2 px-3 font-medium text-[13px] sm:h-9",
            link.current ? "border-accent text-ink" : "border-transparent text-ink-soft hover:text-ink",
          )}
        >
          {link.label}
        </Link>
      ))}
    </nav>
  );
}
