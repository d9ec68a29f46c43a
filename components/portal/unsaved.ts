/** Forms in which something was typed that was not saved yet, and the one that was sent last. */
const typed = new Set<HTMLFormElement>();
let sent: HTMLFormElement | null = null;

const formOf = ({ target }: Event): HTMLFormElement | null =>
  target instanceof Element ? target.closest("form[method=post]") : null;

/** Whether leaving the page would lose what somebody typed. */
export function hasUnsaved(): boolean {
  for (const form of typed) if (!form.isConnected) typed.delete(form);
  return typed.size > 0;
}

/** What was typed may be lost: it was asked about, or there is nothing more to lose. */
export const forgetUnsaved = (): void => typed.clear();

/** What was sent last has arrived. */
export function forgetSent(): void {
  if (sent) typed.delete(sent);
}

/** What was typed into this form is kept, without its being sent. */
export const forgetForm = (form: HTMLFormElement | null): void => {
  if (form) typed.delete(form);
};

/** From now on what is typed into forms is known, until they are sent. Returns how to stop that. */
export function watchForms(): () => void {
  const onInput = (event: Event) => {
    const form = formOf(event);
    if (form) typed.add(form);
  };
  const onSend = (event: Event) => {
    sent = formOf(event) ?? sent;
  };
  document.addEventListener("input", onInput, true);
  document.addEventListener("submit", onSend, true);
  document.addEventListener("click", onSend, true);
  return () => {
    document.removeEventListener("input", onInput, true);
    document.removeEventListener("submit", onSend, true);
    document.removeEventListener("click", onSend, true);
  };
}
