import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";

type AuthNoteProps = { title: string; children: ReactNode; href?: string; link?: string };

/** Something to know instead of a form, and where to go from here. */
export function AuthNote({ title, children, href, link }: AuthNoteProps) {
  return (
    <>
      <div>
        <h1 className="font-semibold text-base">{title}</h1>
        <p className="mt-1 text-[13px] text-ink-soft">{children}</p>
      </div>
      {href && <ButtonLink href={href}>{link}</ButtonLink>}
    </>
  );
}
