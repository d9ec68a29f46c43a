import type { ReactNode } from "react";

export type DialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  /** Closed by its own button only: for what is shown once. */
  insistent?: boolean;
  wide?: boolean;
  children: ReactNode;
};

/** As high as what stands on it: of two dialogs the one that opened last dims the other. */
export const backdropLooks =
  "fixed inset-0 z-50 bg-[oklch(0.15_0.01_255/0.45)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const popupLooks =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-line bg-raised shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";
