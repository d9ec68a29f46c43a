/** Copies the sample of the figure that it stands in, so that the sample is sent to the browser once (`public/docs-copy.js`). */
export function CopyButton({ label }: { label: string }) {
  return (
    <button type="button" data-copy="" aria-label={`Copy: ${label}`} className="min-h-9 px-4 hover:text-ink">
      <span aria-live="polite">Copy</span>
    </button>
  );
}
