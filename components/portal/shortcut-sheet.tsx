"use client";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { GENERAL_SHORTCUTS } from "./navigation.ts";
import { usePlaces } from "./use-places.ts";

export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const pages = usePlaces().flatMap(({ places }) =>
    places.flatMap(({ key, label }) => (key ? { keys: [`g ${key}`], does: label } : [])),
  );
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <DialogBody>
        <dl className="grid gap-2 text-[13px]">
          {[...GENERAL_SHORTCUTS, ...pages].map(({ keys, does }) => (
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
