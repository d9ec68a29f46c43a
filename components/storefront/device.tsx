import type { DeviceMatch, Devices, StoreView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Frame } from "./frame.tsx";
import { Page, Section } from "./section.tsx";
import { type Translate, translator } from "./translate.ts";

type DeviceProps = {
  devices: Devices;
  store: StoreView;
  /** What somebody typed, and the models that it may mean. */
  asked?: { query: string; matches: DeviceMatch[] } | null;
};

/** Whether one's phone takes an eSIM: by its model, the sure way, then the list. */
export function Device({ store, devices, asked = null }: DeviceProps) {
  const t = translator(store.language);
  return (
    <Frame store={store} path="/device">
      <Page>
        <h1 className="font-semibold text-3xl tracking-tight">{t("deviceCheck")}</h1>
        <form action={`${store.base}/${store.language}/device/check`} className="mt-5 max-w-xl">
          <Field
            name="model"
            label={t("deviceModel")}
            placeholder={t("deviceModelHint")}
            defaultValue={asked?.query}
            maxLength={60}
            required
            autoComplete="off"
            spellCheck={false}
            beside={<Button>{t("deviceModelButton")}</Button>}
          />
        </form>
        <div role="status">{asked && <Matches asked={asked} t={t} />}</div>
        <p className="mt-8 max-w-prose text-ink-soft">{t("deviceLead")}</p>
        <ol className="mt-6 grid gap-4 sm:grid-cols-3">
          {([1, 2, 3] as const).map((step) => (
            <li key={step} className="rounded-2xl bg-sunken p-6">
              <h2 className="font-semibold text-lg">{t(`deviceStep${step}`)}</h2>
              <p className="mt-1 text-ink-soft">{t(`deviceStep${step}Text`)}</p>
            </li>
          ))}
        </ol>
        <Section title={t("deviceList")} lead={t("deviceListNote")}>
          <dl className="grid gap-x-8 sm:grid-cols-2">
            {devices.map(([maker, models]) => (
              <div key={maker} className="border-line border-b py-3">
                <dt className="font-semibold">{maker}</dt>
                <dd className="text-ink-soft">{models.join(", ")}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </Page>
    </Frame>
  );
}

type MatchesProps = { asked: { query: string; matches: DeviceMatch[] }; t: Translate };

/** Told with a sign: the colour alone says nothing. */
function Matches({ asked: { query, matches }, t }: MatchesProps) {
  if (matches.length === 0)
    return (
      <p className="wrap-anywhere mt-4 max-w-prose rounded-2xl border-2 border-wait bg-raised p-4">
        {t("deviceUnknown", { query })}
      </p>
    );
  return (
    <ul aria-label={t("deviceModel")} className="mt-4 grid max-w-xl gap-2">
      {matches.map(({ model, takesEsim }) => (
        <li
          key={model}
          className={`flex flex-wrap justify-between gap-x-4 rounded-2xl border-2 bg-raised px-4 py-3 ${takesEsim ? "border-good" : "border-bad"}`}
        >
          <span className="font-semibold">{model}</span>
          <span>
            {takesEsim ? "✓" : "✗"} {t(takesEsim ? "deviceYes" : "deviceNo")}
          </span>
        </li>
      ))}
    </ul>
  );
}
