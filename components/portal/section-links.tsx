"use client";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { cn } from "#components/ui/cn.ts";

type SectionLinksProps = { label: string; links: { href: string; label: string; current: boolean }[] };

/** The pages of one area, side by side; links, so that each opens in a window of its own. */
export function SectionLinks({ label, links }: SectionLinksProps) {
  const strip = useRef<HTMLElement>(null);
  const here = links.find(({ current }) => current)?.href;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is may be beyond the edge of a phone.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (strip.current && current)
      strip.current.scrollLeft = current.offsetLeft - (strip.current.clientWidth - current.clientWidth) / 2;
  }, [here]);
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
