import { CopyButton } from "./copy-button.tsx";

type CodeBlockProps = {
  label: string;
  children: string /** False for what must not be copied as it stands. */;
  copy?: boolean;
};

/** A sample to read and copy; long lines scroll. */
export function CodeBlock({ label, children, copy = true }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 rounded-lg border border-line bg-sunken">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
        tabIndex={0}
        className="overflow-x-auto p-3 pr-12"
      >
        <pre className="font-mono text-xs leading-relaxed">{children}</pre>
      </section>
      {copy && (
        <div className="absolute top-px right-px sm:top-1.5 sm:right-1.5 rounded-md bg-sunken">
          <CopyButton text={children} what={label.toLowerCase()} />
        </div>
      )}
    </div>
  );
}
