"use client";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { type Missing, MissingList } from "./missing.tsx";

type MissingSeenProps = {
  missing: Missing;
  seen: boolean;
  onChange(seen: boolean): void;
  /** What is done in spite of it. */
  words: string;
};

/** What the shop lacks, before something of it goes out: said, and confirmed by whoever does it. Nothing where nothing is missing. */
export function MissingSeen({ missing, seen, onChange, words }: MissingSeenProps) {
  if (missing.length === 0) return null;
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-wait-soft p-3">
      <p className="font-medium text-[13px]">Your shop lacks what the country of its seller asks for.</p>
      <MissingList missing={missing} />
      <Checkbox checked={seen} onChange={onChange}>
        {words}
      </Checkbox>
    </div>
  );
}
