import type { readAutoTopup, StoreView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { Tick } from "./field.tsx";
import type { Translate } from "./translate.ts";

export type Found = Awaited<ReturnType<typeof readAutoTopup>>;

type ConsentProps = {
  store: StoreView;
  found: Found;
  chosen: NonNullable<Found["chosen"]>;
  here: string;
  t: Translate;
};

/** What is agreed to, in full: what is charged, when, how often, by whom, and how it is stopped. */
export function AutoConsent({ store, found: { residence }, chosen, here, t }: ConsentProps) {
  const { item, price, value, when, moment, times, most, sum } = chosen;
  const often = `${t("autoTimesOf", { count: times })} · ${t("autoSum", { total: sum })}`;
  const facts: [string, string][] = [
    [t("autoPlan"), `${item.title} · ${t("autoCost", { price })}`],
    [t("autoWhen"), moment],
    [t("autoTimes"), often],
    [t("autoBy"), t("autoByWhom", { brand: store.name })],
    [t("autoStopLabel"), t("autoStopHow")],
  ];
  const country = residence && `?country=${residence.country}`;
  return (
    <form method="post" action={`${here}/start`} className="grid gap-4 rounded-2xl border border-line bg-raised p-5">
      <dl className="grid gap-3">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt className="text-[15px] text-ink-soft">{name}</dt>
            <dd className="font-medium">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-[15px] text-ink-soft">{t("autoNever")}</p>
      <input type="hidden" name="plan" value={item.code} />
      <input type="hidden" name="when" value={when} />
      <input type="hidden" name="times" value={times} />
      <input type="hidden" name="most" value={most} />
      <input type="hidden" name="total" value={value} />
      {residence && <input type="hidden" name="country" value={residence.country} />}
      <Tick name="agreed">{t("autoTick", { price, times: often })}</Tick>
      <div className="flex flex-wrap items-center gap-4">
        <Button>{t("autoSave")}</Button>
        <a
          href={`${here}${country ?? ""}`}
          className="inline-flex min-h-11 items-center text-brand-text hover:underline"
        >
          {t("autoChange")}
        </a>
      </div>
    </form>
  );
}
