import Link from "next/link";

type TabLinksProps = { label: string; current: string; tabs: { value: string; label: string; href: string }[] };

/** Views of one record, each with an address of its own. */
export function TabLinks({ label, current, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
      {tabs.map(({ value, label: text, href }) => (
        <Link
          key={value}
          href={href}
          prefetch={false}
          aria-current={value === current ? "page" : undefined}
          className="-mb-px flex h-11 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-[13px] text-ink-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-ink sm:h-9"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
