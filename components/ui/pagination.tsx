import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";

type PaginationProps = {
  /** Whether this page is not the first one. */
  back: boolean;
  /** The cursor of the next page. */
  next: number | null;
  onChange(cursor: number | null): void;
};

/** By cursor: back to the newest, on to the older ones; the browser's own back goes page by page. */
export function Pagination({ back, next, onChange }: PaginationProps) {
  if (!back && next === null) return null;
  return (
    <nav aria-label="Pages" className="flex justify-between gap-2">
      <Button disabled={!back} onClick={() => onChange(null)}>
        <ChevronLeft aria-hidden /> Newest
      </Button>
      <Button disabled={next === null} onClick={() => onChange(next)}>
        Older <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
