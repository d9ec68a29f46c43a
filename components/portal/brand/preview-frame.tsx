"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";

const SCREENS = {
  Phone: { width: 390, height: 720 },
  Desktop: { width: 1280, height: 1000 },
} as const;

type Screen = keyof typeof SCREENS;

/** What the preview has beside the form, and what of the window's height is taken. */
const [COLUMN, AROUND] = [440, 180];

type PreviewFrameProps = {
  /** Of a page of the shop as it would be. */
  address: string;
  /** What is shown, as in “The storefront as the draft would have it”. */
  what: string;
  note: string;
};

/** The shop itself as it would be, at the width of a phone and of a desktop. */
export function PreviewFrame({ address, what, note }: PreviewFrameProps) {
  const [screen, setScreen] = useState<Screen>("Phone");
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setRoom({ width: entry!.contentRect.width, height: window.innerHeight }),
    );
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const { width, height } = SCREENS[screen];
  const scale = Math.min(1, room.width / width) || 1;
  // All of it is in the window, and on a phone the form begins below it.
  const most = room.width < COLUMN ? room.height * 0.55 : room.height - AROUND;
  const shown = Math.min(height, most / scale);
  return (
    <section aria-labelledby="preview" className="grid gap-3 *:min-w-0">
      <div className="flex items-center justify-between gap-3">
        <h2 id="preview" className="font-semibold text-sm">
          Preview
        </h2>
        <div className="flex gap-1">
          {(Object.keys(SCREENS) as Screen[]).map((name) => (
            <Button
              key={name}
              size="small"
              variant="quiet"
              aria-pressed={screen === name}
              onClick={() => setScreen(name)}
              className="aria-pressed:bg-sunken aria-pressed:text-ink"
            >
              {name}
            </Button>
          ))}
        </div>
      </div>
      <div ref={box}>
        <div
          className={cn(
            "mx-auto overflow-hidden border border-line bg-sunken",
            screen === "Phone" ? "rounded-[24px]" : "rounded-lg",
          )}
          style={room.width > 0 ? { width: width * scale, height: shown * scale } : { height }}
        >
          {room.width > 0 && (
            <iframe
              title={`${what}, ${screen === "Phone" ? "on a phone" : "on a desktop"}`}
              src={address}
              // Its forms lead nowhere, and it opens nothing else.
              sandbox="allow-same-origin allow-scripts"
              referrerPolicy="no-referrer"
              className="origin-top-left border-0"
              style={{ width, height: shown, transform: `scale(${scale})` }}
            />
          )}
        </div>
      </div>
      <p className="text-ink-soft text-xs">{note}</p>
    </section>
  );
}
