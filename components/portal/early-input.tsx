"use client";
import type { ReactNode } from "react";

declare global {
  interface Window {
    /** Set by the page to whatever it last heard. */
    heardByPage?: Event;
  }
}

/**
 * Runs where it stands, before anything below it is shown. The parts of a page wake up one after the other, each when its own scripts
 * have come; until then a browser loses a press on them and sends a form's fields by itself. So what is typed into a part that
 * sleeps is kept, and a press held, until it answers. Whether it does is asked with an event that does nothing and that the page
 * hears where it is awake. What does not answer in ten seconds of a loaded page is nothing of the page's, and gets its press as it was. Forms that are
 * questions in the address need no script and are left alone.
 */
const HOLD = `(() => {
  const PRESSED =
    "button, input:is([type=checkbox], [type=radio]), [role=button], [role=combobox], [role=tab], [role=switch], [role=checkbox], [role=radio]";
  // Presses something itself, in a row that opens wherever else it is pressed.
  const OWN = "label, select, summary";
  const PATIENCE_MS = 10000;
  const typed = new Map();
  let held = null;
  let how = null;
  let looking = null;
  let since = 0;
  let letThrough = false;
  const isAwake = (part) => {
    const question = new MouseEvent("auxclick", { bubbles: true });
    part.dispatchEvent(question);
    return window.heardByPage === question;
  };
  const keep = ({ target }) => {
    if (!("value" in target) || isAwake(target)) return;
    typed.set(target, target.value);
    look();
  };
  const hold = (event) => {
    const { target } = event;
    const part = () => target.closest(PRESSED) ?? (target.closest(OWN) ? null : target.closest("tr:has(a[href])"));
    const pressed = event.type === "submit" ? (event.submitter ?? target) : part();
    const form = pressed?.form ?? pressed;
    if (letThrough || !pressed || target.closest("a[href]") || form.method === "get" || isAwake(pressed)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { ctrlKey, metaKey, shiftKey } = event;
    held = pressed;
    how = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
    look();
  };
  for (const [type, listener] of [["input", keep], ["change", keep], ["click", hold], ["submit", hold]])
    addEventListener(type, listener, true);
  const look = () => {
    since = Date.now();
    looking ??= setInterval(giveBack, 50);
  };
  const giveBack = () => {
    if (document.readyState !== "complete") since = Date.now();
    letThrough = Date.now() - since > PATIENCE_MS;
    const answers = (part) => letThrough || isAwake(part);
    const told = [...typed].filter(([field]) => answers(field));
    // Told twice: a part of the page that wakes up with the first telling starts with its own value.
    for (const round of [1, 2])
      for (const [field, value] of told) {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
        for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
      }
    for (const [field] of typed) if (!field.isConnected || told.some(([one]) => one === field)) typed.delete(field);
    if (held && !held.isConnected) held = null;
    if (held && !typed.size && answers(held)) {
      const pressed = held;
      held = null;
      if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
      else pressed.dispatchEvent(new MouseEvent("click", how));
    }
    letThrough = false;
    if (held || typed.size) return;
    clearInterval(looking);
    looking = null;
  };
})()`;

/** Stands around what can be typed into and pressed. */
export function EarlyInput({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <>
      <script nonce={nonce} suppressHydrationWarning>
        {HOLD}
      </script>
      <div
        className="contents"
        onAuxClickCapture={({ nativeEvent }) => {
          window.heardByPage = nativeEvent;
        }}
      >
        {children}
      </div>
    </>
  );
}
