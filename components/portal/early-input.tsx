"use client";
import { useEffect } from "react";

declare global {
  interface Window {
    /** Gives back what was typed and pressed before the page's scripts were there. */
    releaseEarlyInput?: () => void;
  }
}

/**
 * Runs where it stands, before anything below it is shown: keeps what is typed, and holds a press on a button or a form until
 * the page can answer it. A browser would lose the press, and send a form's fields by itself. Forms that are questions in the
 * address need no script and are left alone.
 */
const HOLD = `(() => {
  const PRESSED =
    "button, input:is([type=checkbox], [type=radio]), [role=button], [role=combobox], [role=tab], [role=switch], [role=checkbox], [role=radio]";
  const typed = new Map();
  let held = null;
  const keep = ({ target }) => "value" in target && typed.set(target, target.value);
  const hold = (event) => {
    const pressed = event.type === "submit" ? (event.submitter ?? event.target) : event.target.closest(PRESSED);
    const form = pressed?.form ?? pressed;
    if (!pressed || event.target.closest("a[href]") || form.method === "get") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = pressed;
  };
  const listening = [["input", keep], ["change", keep], ["click", hold], ["submit", hold]];
  for (const [type, listener] of listening) addEventListener(type, listener, true);
  window.releaseEarlyInput = () => {
    delete window.releaseEarlyInput;
    for (const [type, listener] of listening) removeEventListener(type, listener, true);
    // Told twice: a part of the page that wakes up with the first telling starts with its own value.
    for (const round of [1, 2])
      for (const [field, value] of typed) {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
        for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
      }
    if (held instanceof HTMLFormElement) held.requestSubmit();
    else held?.click();
  };
})()`;

/** Stands before what can be typed into and pressed. */
export function EarlyInput({ nonce }: { nonce?: string }) {
  useEffect(() => {
    // What stands beside this wakes up in the same turn.
    const later = setTimeout(() => window.releaseEarlyInput?.(), 0);
    return () => clearTimeout(later);
  }, []);
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {HOLD}
    </script>
  );
}
