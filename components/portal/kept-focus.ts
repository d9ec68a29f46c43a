const CONTENT = "main";

/**
 * When what had the focus goes away, such as a row that was deleted, the focus goes to the nearest thing around it that is still
 * there, not to the top of the page. Returns how to stop that.
 */
export function keepFocus(): () => void {
  let around: Element[] = [];
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.closest(CONTENT)) return;
    around = [];
    for (let one: Element | null = target; one; one = one.matches(CONTENT) ? null : one.parentElement) around.push(one);
  };
  const restore = () => {
    if (document.activeElement !== document.body || around.length === 0 || around[0]?.isConnected) return;
    const left = around.find((one): one is HTMLElement => one instanceof HTMLElement && one.isConnected);
    if (!left) return;
    if (!left.hasAttribute("tabindex")) left.tabIndex = -1;
    left.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  document.addEventListener("focusin", onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", onFocus);
    observer.disconnect();
  };
}
