"use client";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { usePlaces } from "./use-places.ts";

const GENERAL = [
  { keys: ["⌘ K", "Ctrl K"], does: "Go to a page, find an order, eSIM or request" },
  { keys: ["/"], does: "Search on this page" },
  { keys: ["?"], does: "This list" },
  { keys: ["Esc"], does: "Close what is open" },
];

export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const pages = usePlaces().flatMap(({ places }) =>
    places.flatMap(({ key, label }) => (key ? { keys: [`g ${key}`], does: label } : [])),
  );
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <DialogBody>
        <dl className="grid gap-2 text-[13px]">
          {[...GENERAL, ...pages].map(({ keys, does }) => (
            <div key={does} className="flex items-center justify-between gap-4">
              <dt>{does}</dt>
              <dd className="flex gap-2">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="whitespace-nowrap rounded border border-line bg-sunken px-1.5 font-mono text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
