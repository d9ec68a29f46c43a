import { CopyButton } from "./copy-button.tsx";

/** A sample with its name above it; scrolls sideways on its own. */
export function Code({ children, label }: { children: string; label: string }) {
  return (
    <figure className="mt-3 overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex min-h-9 items-center justify-between border-line border-b pl-4 text-ink-soft text-xs">
        {label}
        <CopyButton label={label} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
        tabIndex={0}
        className="overflow-auto p-4 font-mono text-[13px] leading-relaxed"
      >
        {children}
      </pre>
    </figure>
  );
}
