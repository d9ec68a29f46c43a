"use client";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useDeferredValue, useState } from "react";
import { cn } from "#components/ui/cn.ts";
import { backdropLooks, popupLooks } from "#components/ui/dialog-looks.ts";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "./api.tsx";
import { RECORD_PAGES } from "./navigation.ts";
import { usePortal } from "./portal-context.tsx";
import { usePlaces } from "./use-places.ts";

type Choice = { id: string; title: string; hint: string; choose(): void };

export function CommandPalette({ onClose }: { onClose(): void }) {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropLooks} />
        <Dialog.Popup className={cn(popupLooks, "top-[12vh] max-w-lg translate-y-0 overflow-hidden")}>
          <Dialog.Title className="sr-only">Go to a page or find a record</Dialog.Title>
          <Palette onDone={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ onDone }: { onDone(): void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { choices, searching } = useChoices(text);
  const active = choices[Math.min(at, choices.length - 1)];
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onDone();
    choice.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((choices.length + Math.min(at, choices.length - 1) + step) % choices.length);
    else if (event.key === "Enter") run(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into it.
        autoFocus
        role="combobox"
        aria-label="Page, order reference, your reference, ICCID or request id"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={active && `palette-${active.id}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        placeholder="Page, order, your reference, ICCID or request id"
        className="h-12 w-full border-line border-b bg-transparent px-4 text-base outline-none placeholder:text-ink-soft sm:text-sm"
      />
      <div id="palette-list" role="listbox" aria-label="Found" tabIndex={-1} className="max-h-80 overflow-y-auto p-1">
        {choices.map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field above, which keeps the focus.
          <div
            key={choice.id}
            id={`palette-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === active}
            onClick={() => run(choice)}
            className="flex min-h-11 cursor-default items-center justify-between gap-4 rounded-md px-3 text-[13px] hover:bg-sunken aria-selected:bg-sunken sm:min-h-9"
          >
            <span className="truncate">{choice.title}</span>
            <span className="truncate text-ink-soft text-xs">{choice.hint}</span>
          </div>
        ))}
      </div>
      <p role="status" className="px-4 pb-3 text-ink-soft text-xs empty:hidden">
        {searching ? "Searching …" : choices.length === 0 ? "No results in this environment." : ""}
      </p>
    </>
  );
}

function useChoices(text: string): { choices: Choice[]; searching: boolean } {
  const router = useRouter();
  const { href } = usePortal();
  const wanted = useDeferredValue(text.trim());
  const { data: hits = [], isFetching } = useQuery(
    useApi().search.find.queryOptions(wanted, { enabled: wanted.length >= 3 && /[\d_-]/.test(wanted) }),
  );
  const pages = usePlaces().flatMap(({ group, places }) =>
    places
      .filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()))
      .map(({ label, to }) => ({ id: to, title: label, hint: group, choose: () => router.push(to) })),
  );
  const records = hits.map(({ kind, reference, title }) => {
    const page = RECORD_PAGES[kind];
    const choose = () => {
      if (page) return router.push(href(page(reference)));
      void navigator.clipboard.writeText(reference).then(() => toast(`${reference} is copied`));
    };
    return { id: reference, title: reference, hint: title, choose };
  });
  return { choices: [...records, ...pages], searching: isFetching };
}
