"use client";
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

type TooltipProps = { content: ReactNode; children: ReactElement<HTMLAttributes<HTMLElement>> };

const DELAY_MS = 300;
/** Long enough for the pointer to reach what is shown. */
const LINGER_MS = 120;

/**
 * More about something that is understood without it. Shown on hover and focus, gone with Escape. Lists have one in every
 * row, so it is a popover of the browser's own and costs next to nothing until it is shown.
 */
export function Tooltip({ content, children }: TooltipProps) {
  const id = useId();
  const [at, setAt] = useState<DOMRect | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (rect: DOMRect | null, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAt(rect), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (event: PointerEvent | FocusEvent, ms: number) => later(event.currentTarget.getBoundingClientRect(), ms);
  const hide = () => later(null, LINGER_MS);
  return (
    <>
      {cloneElement(children, {
        "aria-describedby": at ? id : undefined,
        onPointerEnter: (event: PointerEvent) => event.pointerType !== "touch" && show(event, DELAY_MS),
        onPointerLeave: hide,
        onFocus: (event: FocusEvent) => show(event, 0),
        onBlur: hide,
      })}
      {at && (
        <Bubble id={id} at={at} onStay={() => clearTimeout(timer.current)} onLeave={hide} onDismiss={() => setAt(null)}>
          {content}
        </Bubble>
      )}
    </>
  );
}

type BubbleProps = { id: string; at: DOMRect; onStay(): void; onLeave(): void; onDismiss(): void; children: ReactNode };

const GAP_PX = 6;

/** On top of everything, above its anchor or, without room there, below it; never beyond the edges of the screen. */
function Bubble({ id, at, onStay, onLeave, onDismiss, children }: BubbleProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  useEffect(() => {
    const bubble = ref.current!;
    bubble.showPopover();
    const { width, height } = bubble.getBoundingClientRect();
    const left = Math.min(Math.max(GAP_PX, at.left + at.width / 2 - width / 2), window.innerWidth - width - GAP_PX);
    const above = at.top - height - GAP_PX;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${above >= GAP_PX ? above : at.bottom + GAP_PX}px`;
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && dismiss.current();
    const onScroll = () => dismiss.current();
    window.addEventListener("keydown", onKey);
    window.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("scroll", onScroll, { capture: true });
    };
  }, [at]);
  return (
    <span
      ref={ref}
      id={id}
      role="tooltip"
      popover="manual"
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      className="fixed inset-auto m-0 w-max max-w-72 rounded-md border border-line bg-raised px-2.5 py-1.5 text-ink text-xs shadow-float"
    >
      {children}
    </span>
  );
}
