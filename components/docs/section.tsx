import type { ReactNode } from "react";
import { anchorOf } from "./anchor.ts";

/** A part of a page, which links can point to. */
export function Section({
  title,
  id = anchorOf(title),
  children,
}: {
  title: string;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-10 scroll-mt-4">
      <h2 id={`${id}-title`} className="font-semibold text-base">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h2>
      {children}
    </section>
  );
}
