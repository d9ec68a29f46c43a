import type { StoreView } from "#server/storefront/index.ts";
import type { Translate } from "./translate.ts";

/** A list of buttons that needs no script; nothing where prices are shown in one currency alone. */
export function Currencies({ store, t }: { store: StoreView; t: Translate }) {
  const { currencies, currency, shown, language } = store;
  if (currencies.length === 1) return null;
  const chosen = shown?.currency ?? currency;
  const names = new Intl.DisplayNames([language], { type: "currency" });
  return (
    <details name="menu" className="relative">
      <summary className="flex min-h-12 items-center rounded-lg px-2.5 text-[15px] hover:bg-sunken">
        <span className="sr-only">{t("label", { label: t("currency") })} </span>
        <bdi>{chosen}</bdi>
      </summary>
      <form
        method="post"
        action={`${store.base}/${language}/currency`}
        className="absolute end-0 z-20 max-h-96 w-64 overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-lg"
      >
        {currencies.map((code) => (
          <button
            key={code}
            type="submit"
            name="currency"
            value={code}
            aria-current={code === chosen ? "true" : undefined}
            className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-start hover:bg-sunken aria-[current]:font-semibold"
          >
            <bdi className="w-10 shrink-0 tabular-nums">{code}</bdi>
            {names.of(code)}
          </button>
        ))}
        <p className="px-3 py-2 text-[15px] text-ink-soft">{t("payIn", { currency })}</p>
      </form>
    </details>
  );
}
