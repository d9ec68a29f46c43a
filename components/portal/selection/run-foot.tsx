import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { DialogFoot } from "#components/ui/dialog.tsx";

type RunFootProps = {
  run: { isRunning: boolean; done: number; refused: number };
  /** How many there are to do. */
  count: number;
  dismiss: string;
  danger?: boolean;
  onStart(): void;
  onClose(): void;
  /** The button that does it. */
  children: ReactNode;
};

/** One confirmation for all of them; what was refused can be tried again, what was done is not done twice. */
export function RunFoot({ run, count, dismiss, danger, onStart, onClose, children }: RunFootProps) {
  const { isRunning, done, refused } = run;
  const isOver = !isRunning && done + refused > 0;
  return (
    <DialogFoot>
      <p role="status" className="self-center text-[13px] text-ink-soft tabular-nums empty:hidden sm:mr-auto">
        {(isRunning || isOver) && `${done} of ${count} done${refused > 0 ? `, ${refused} refused` : ""}`}
      </p>
      <Button onClick={onClose} disabled={isRunning}>
        {isOver ? "Close" : dismiss}
      </Button>
      {(!isOver || refused > 0) && (
        <Button variant={danger ? "danger" : "primary"} busy={isRunning} disabled={count === 0} onClick={onStart}>
          {isOver ? `Try the ${refused} refused again` : children}
        </Button>
      )}
    </DialogFoot>
  );
}
