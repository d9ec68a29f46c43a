import { type ReactNode, useId } from "react";

type SectionProps = {
  title: string;
  lead?: string;
  /** Where a link on the page leads to it. */
  id?: string;
  /** Not on paper. */
  screenOnly?: boolean;
  children: ReactNode;
};

export function Section({ title, lead, id, screenOnly = false, children }: SectionProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={`mt-12 scroll-mt-4 first:mt-4 ${screenOnly ? "print:hidden" : ""}`}
    >
      <h2 id={heading} className="font-semibold text-2xl tracking-tight">
        {title}
      </h2>
      {lead && <p className="mt-1 max-w-prose text-ink-soft">{lead}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}

/** The width of a page. */
export function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return <div className={`mx-auto px-4 py-8 sm:px-6 ${narrow ? "max-w-2xl" : "max-w-6xl"}`}>{children}</div>;
}

/** Something to know before going on. */
export function Note({ tone = "wait", children }: { tone?: "wait" | "bad" | "good"; children: ReactNode }) {
  const looks = { wait: "border-wait", bad: "border-bad", good: "border-good" }[tone];
  return (
    <div role={tone === "bad" ? "alert" : undefined} className={`rounded-2xl border-2 bg-raised p-4 ${looks}`}>
      {children}
    </div>
  );
}
