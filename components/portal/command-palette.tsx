"use client";
import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, useEffect, useState } from "react";
import { cn } from "#components/ui/cn.ts";
import { backdropLooks, popupLooks } from "#components/ui/dialog-looks.ts";
import { type Choice, usePaletteGroups } from "./palette-groups.ts";
import type { Theme } from "./theme.ts";

type PaletteProps = { theme: Theme; onClose(): void; onShortcuts(): void };

export function CommandPalette({ onClose, ...rest }: PaletteProps) {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropLooks} />
        <Dialog.Popup className={cn(popupLooks, "top-[12vh] max-w-lg translate-y-0 overflow-hidden")}>
          <Dialog.Title className="sr-only">Do something, go to a page or find a record</Dialog.Title>
          <Palette onClose={onClose} {...rest} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ onClose, ...rest }: PaletteProps) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { groups, searching, failed } = usePaletteGroups(text.trim(), rest);
  const choices = groups.flatMap((group) => group.choices);
  const active = choices[Math.min(at, choices.length - 1)];
  const idOf = (choice: Choice) => `palette-${choices.indexOf(choice)}`;
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    choice.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((choices.length + Math.min(at, choices.length - 1) + step) % Math.max(choices.length, 1));
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) run(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into it.
        autoFocus
        role="combobox"
        aria-label="Action, page, order, traveller, ICCID, package or any id"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={activeId}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        spellCheck={false}
        maxLength={80}
        placeholder="Action, page, order, traveller, ICCID, package …"
        className="h-12 w-full border-line border-b bg-transparent px-4 text-base outline-none placeholder:text-ink-soft sm:text-sm"
      />
      <div
        id="palette-list"
        role="listbox"
        aria-label="Found"
        tabIndex={-1}
        className="max-h-[50vh] overflow-y-auto p-1"
      >
        {groups.map(({ label, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list of options may hold groups, and no field sets.
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden className="px-3 pt-2 pb-1 text-ink-soft text-xs">
              {label}
            </p>
            {choices.map((choice) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field above, which keeps the focus.
              <div
                key={choice.id}
                id={idOf(choice)}
                role="option"
                tabIndex={-1}
                aria-selected={choice === active}
                onClick={() => run(choice)}
                className="flex min-h-11 cursor-default items-center justify-between gap-4 rounded-md px-3 text-[13px] hover:bg-sunken aria-selected:bg-sunken sm:min-h-9"
              >
                <span className="max-w-[60%] truncate">{choice.title}</span>
                <span className="min-w-0 truncate text-ink-soft text-xs">{choice.hint}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="px-4 py-2 text-ink-soft text-xs">
        {searching
          ? "Searching …"
          : failed
            ? "Not everything could be searched: the service could not be reached. Type again to try again."
            : choices.length === 0
              ? "No results in this environment."
              : `${choices.length} ${choices.length === 1 ? "result" : "results"}; arrows to choose, Enter to open`}
      </p>
    </>
  );
}
