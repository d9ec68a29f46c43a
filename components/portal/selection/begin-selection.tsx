"use client";
import { ListChecks } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import type { Selection } from "#components/ui/select-cells.tsx";

type BeginSelectionProps = { selection: Selection; onBegin(): void; onEnd(): void };

/** On a phone rows give their room to what they say, until somebody wants to select some. */
export function BeginSelection({ selection: { onPhone }, onBegin, onEnd }: BeginSelectionProps) {
  return (
    <Button
      size="icon"
      aria-label="Select rows"
      aria-pressed={onPhone}
      onClick={onPhone ? onEnd : onBegin}
      className="aria-pressed:border-accent aria-pressed:text-accent sm:hidden"
    >
      <ListChecks aria-hidden />
    </Button>
  );
}
