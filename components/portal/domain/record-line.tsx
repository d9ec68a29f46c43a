import { CopyButton } from "#components/ui/copy-button.tsx";

/** One part of a DNS record, to be copied. */
export function RecordLine({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-center gap-3">
      <dt className="w-12 shrink-0 text-ink-soft">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-2">
        <code className="min-w-0 break-all font-mono text-xs">{value}</code>
        {value.length > 5 && <CopyButton text={value} what={`${name.toLowerCase()} ${value.slice(0, 30)}`} />}
      </dd>
    </div>
  );
}
