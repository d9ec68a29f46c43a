import Link from "next/link";

/** An error code, with its meaning, cause and fix one click away. */
export function ErrorCode({ code }: { code: string }) {
  return (
    <Link href={`/docs/errors#${code}`} prefetch={false} className="font-mono text-accent text-xs underline">
      {code}
    </Link>
  );
}
