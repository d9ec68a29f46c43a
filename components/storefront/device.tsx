import type { StoreView } from "#server/storefront/index.ts";
import { Frame } from "./frame.tsx";
import { Page, Section } from "./section.tsx";
import { translator } from "./translate.ts";

/** Names of devices are the same in every language. */
const DEVICES: [maker: string, models: string][] = [
  ["Apple", "iPhone XR, XS, 11–17, SE (2020, 2022) · iPad Pro, Air, mini (LTE/5G, 2018 →)"],
  ["Samsung", "Galaxy S20–S25, Z Flip, Z Fold, Note 20, A35, A54, A55, A56"],
  ["Google", "Pixel 3–10, Pixel Fold"],
  ["Xiaomi", "12T Pro, 13–15, 13T, 14T, Redmi Note 13 Pro+"],
  ["Motorola", "Razr (2019 →), Edge 40–60"],
  ["Sony", "Xperia 1 IV–VI, 5 IV–V, 10 III–VI"],
  ["OPPO", "Find X3–X8, Find N2–N3, Reno 5A–12"],
  ["Honor", "Magic 4–7 Pro, 90, 200"],
  ["Huawei", "P40, P40 Pro, Mate 40 Pro"],
  ["OnePlus", "11–13, Open"],
  ["Fairphone", "4, 5, 6"],
  ["Nothing", "Phone (3)"],
];

/** Whether one's phone takes an eSIM: the sure way, then the list. */
export function Device({ store }: { store: StoreView }) {
  const t = translator(store.language);
  return (
    <Frame store={store} path="/device">
      <Page>
        <h1 className="font-semibold text-3xl tracking-tight">{t("deviceCheck")}</h1>
        <p className="mt-3 max-w-prose text-ink-soft">{t("deviceLead")}</p>
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
            {DEVICES.map(([maker, models]) => (
              <div key={maker} className="border-line border-b py-3">
                <dt className="font-semibold">{maker}</dt>
                <dd className="text-ink-soft">{models}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </Page>
    </Frame>
  );
}
