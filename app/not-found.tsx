import Link from "next/link";
import { ServiceDocument } from "#app/service-document.tsx";

export default function NotFound() {
  return (
    <ServiceDocument>
      <main className="mx-auto max-w-3xl px-6 py-16">
        <h1 className="font-semibold text-xl">Nothing here</h1>
        <p className="mt-2 text-ink-soft">There is no such page.</p>
        <p className="mt-4">
          <Link href="/" className="text-accent underline">
            To the start page
          </Link>
        </p>
      </main>
    </ServiceDocument>
  );
}
