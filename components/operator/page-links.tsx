import { ChevronLeft, ChevronRight } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { addressOf } from "./address.ts";

type PageLinksProps = {
  path: string;
  search: Record<string, string | undefined>;
  before?: string;
  next: number | null;
  /** Of a list that is not in the order of its time. */
  words?: { back: string; on: string };
};

const BY_TIME = { back: "Newest", on: "Older" };

/** Back to the newest, on to the older ones; the filters stay. */
export function PageLinks({ path, search, before, next, words = BY_TIME }: PageLinksProps) {
  if (!before && next === null) return null;
  return (
    <nav aria-label="Pages" className="flex justify-between gap-2">
      {before ? (
        <ButtonLink href={addressOf(path, { ...search, before: undefined })}>
          <ChevronLeft aria-hidden /> {words.back}
        </ButtonLink>
      ) : (
        <span />
      )}
      {next !== null && (
        <ButtonLink href={addressOf(path, { ...search, before: String(next) })}>
          {words.on} <ChevronRight aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}
