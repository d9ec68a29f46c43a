"use client";
import { type KeyboardEvent, useState } from "react";

/**
 * What a popup is made of, fetched when somebody comes near its button and there once it is asked for, so that no page
 * carries popups that nobody opens. `handlers` belong to the button that stands in until then.
 */
export function useOnDemand<Parts>(load: () => Promise<Parts>) {
  const [parts, setParts] = useState<Parts | null>(null);
  const open = () => void load().then(setParts, () => {});
  const approach = () => void load().catch(() => {});
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open();
  };
  return { parts, open, handlers: { onClick: open, onKeyDown, onPointerEnter: approach, onFocus: approach } };
}
