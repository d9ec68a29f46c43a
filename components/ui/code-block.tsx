import { CopyButton } from "./copy-button.tsx";

type CodeBlockProps = {
  label: string;
  children: string /** False for what must not be copied as it stands. */;
  copy?: boolean;
};

/** A sample to read and copy; long lines scroll. */
export function CodeBlock({ label, children, copy = true }: CodeBlockProps) {
  return (
    <div className="flex min-w-0 items-start rounded-lg border border-line bg-sunken">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
        tabIndex={0}
        className="min-w-0 grow overflow-x-auto p-3"
      >
        <pre className="font-mono text-xs leading-relaxed">{children}</pre>
      </section>
      {copy && (
        // Beside the sample: it covers none of it.
        <div className="m-px shrink-0 sm:m-1.5">
          <CopyButton text={children} what={label.toLowerCase()} />
        </div>
      )}
    </div>
  );
}
