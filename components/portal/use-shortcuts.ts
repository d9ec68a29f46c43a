"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { usePlaces } from "./use-places.ts";

type Actions = { openPalette(): void; openSheet(): void };

/** ⌘K opens the palette, `/` the search of the page (or the palette), `?` the list of shortcuts, `g` and a letter a page. */
export function useShortcuts({ openPalette, openSheet }: Actions): void {
  const router = useRouter();
  const places = usePlaces().flatMap((group) => group.places);
  const going = useRef(0);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === "?") openSheet();
      else if (event.key === "/") {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>("main input[type=search]");
        if (search) search.focus();
        else openPalette();
      } else if (event.key === "g") going.current = Date.now();
      else if (Date.now() - going.current < 1_500) {
        going.current = 0;
        const place = places.find(({ key }) => key === event.key);
        if (place) router.push(place.to);
      }
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [places, router, openPalette, openSheet]);
}

/** Keys belong to whatever is being typed into, and to an open dialog or menu. */
function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") !== null
  );
}
