/** A sample to copy; scrolls sideways on its own. */
export function Code({ children, label }: { children: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
      className="mt-3 overflow-x-auto rounded-lg border border-line bg-sunken p-4"
    >
      <pre className="font-mono text-[13px] leading-relaxed">{children}</pre>
    </section>
  );
}
