const CONTROL = "w-full rounded-md border border-line bg-raised px-3 py-1.5 font-mono text-[13px]";
const BUTTON =
  "min-h-11 rounded-md border border-line bg-raised px-3 font-medium text-[13px] hover:bg-sunken sm:min-h-8";

/** Where the reader's key is typed, and what the forms are made of. Shown by the script (`public/docs-try.js`). */
export function TryKey() {
  return (
    <section id="try-it" hidden aria-labelledby="try-it-title" className="mt-6 rounded-lg border border-line p-4">
      <h2 id="try-it-title" className="font-semibold text-base">
        Try it here
      </h2>
      <p className="mt-1 max-w-prose text-[13px] text-ink-soft">
        Each operation below can be sent from this page. Your test key stands in this field and nowhere else: it is gone
        when you leave the page, and it is sent to this service alone.
      </p>
      <label className="mt-3 grid max-w-xl gap-1 text-[13px]">
        <span className="font-medium">Test key</span>
        <input
          id="try-key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="svc_test_…"
          className={CONTROL}
        />
      </label>
      <div id="try-form" hidden>
        <form method="post" className="mt-3 grid gap-3 rounded-lg border border-line p-3">
          <div data-fields="" className="grid gap-3">
            <label className="grid gap-1 text-[13px]">
              <span className="font-mono text-xs" />
              <input autoComplete="off" spellCheck={false} className={CONTROL} />
            </label>
          </div>
          <label data-body="" className="grid gap-1 text-[13px]">
            <span className="text-xs">Body</span>
            <textarea name="body" rows={8} spellCheck={false} className={CONTROL} />
          </label>
          <button type="submit" className={`${BUTTON} justify-self-start`}>
            Send
          </button>
          <output className="block text-[13px]">
            <span data-head="" className="[overflow-wrap:anywhere]" />
            <pre
              hidden
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
              tabIndex={0}
              className="mt-2 max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs"
            />
          </output>
        </form>
      </div>
    </section>
  );
}

export function TryButton({ operationId }: { operationId: string }) {
  return (
    <button
      type="button"
      data-try={operationId}
      hidden
      aria-label={`Try it: ${operationId}`}
      className={`${BUTTON} mt-3`}
    >
      Try it
    </button>
  );
}
