import type { EsimView, ResidenceView, StoreView, TopupView } from "#server/storefront/index.ts";
import { Arrow } from "./arrow.tsx";
import { Button } from "./button.tsx";
import { Frame } from "./frame.tsx";
import { priceText } from "./price.tsx";
import { Problem } from "./problem.tsx";
import { Residence } from "./residence.tsx";
import { Note, Page } from "./section.tsx";
import { VAT_WORDS } from "./sum-of.ts";
import { translator } from "./translate.ts";

type TopupProps = {
  store: StoreView;
  esim: EsimView;
  items: TopupView[];
  unavailable: "ended" | "replaced" | "unsupported" | "later" | null;
  /** Where VAT is charged: with the country of whoever pays, empty while it is not known. */
  residence: (ResidenceView & { country: string }) | null;
  token: string;
  attempt: string;
  problem?: string;
};

const toPay = ({ withVat, price }: TopupView) => withVat?.total ?? price;

/** Only what fits this eSIM, each with what will be left then. One form per choice: the button is the choice. */
export function Topup({ store, esim, items, unavailable, residence, token, attempt, problem }: TopupProps) {
  const t = translator(store.language);
  const here = `${store.base}/${store.language}/esim/${token}/${esim.id}`;
  return (
    <Frame store={store} path={`/esim/${token}/${esim.id}/top-up`}>
      <Page narrow>
        <a href={here} className="inline-flex min-h-11 items-center gap-1.5 text-brand-text hover:underline">
          <Arrow back /> {esim.title}
        </a>
        <h1 className="mt-2 font-semibold text-3xl tracking-tight">{t("topupButton")}</h1>
        {unavailable !== "ended" && unavailable !== "replaced" && (
          <p className="mt-1 text-ink-soft">
            {t("topupLead", { left: esim.usage.unlimited ? t("unlimited") : esim.usage.left })}
          </p>
        )}
        <div className="mt-6 grid gap-4">
          <Problem code={problem} t={t} />
          {!store.openForSale && <Note tone="bad">{t("closedBanner")}</Note>}
          {unavailable && <Note>{t(`topup_${unavailable}`)}</Note>}
          {store.openForSale && residence && (
            <form action={`${here}/top-up`}>
              <Residence
                countries={residence.countries}
                country={residence.country}
                words={{
                  label: t("residence"),
                  help: t("residenceTopup"),
                  choose: t("choose"),
                  update: t("showPrices"),
                }}
              />
            </form>
          )}
          {store.openForSale &&
            items.map((item) => (
              <form
                key={item.code}
                method="post"
                action={`${here}/top-up/pay`}
                className="rounded-2xl border border-line bg-raised p-5"
              >
                <input type="hidden" name="attempt" value={attempt} />
                <input type="hidden" name="code" value={item.code} />
                <input type="hidden" name="price" value={item.priceValue} />
                {residence && <input type="hidden" name="country" value={residence.country} />}
                {item.withVat && <input type="hidden" name="total" value={item.withVat.value} />}
                <div className="flex items-center justify-between gap-4">
                  <p className="font-semibold text-xl">
                    + {item.data} <span className="block font-normal text-base text-ink-soft">{item.days}</span>
                  </p>
                  <div className="text-end">
                    <Button className="tabular-nums">
                      <span className="sr-only">
                        {t("label", { label: [`+ ${item.data}`, item.days].join(" · ") })}{" "}
                      </span>
                      {toPay(item).charged}
                    </Button>
                    {toPay(item).about && (
                      <p className="mt-1 text-[15px] text-ink-soft tabular-nums">{priceText(toPay(item), t)}</p>
                    )}
                  </div>
                </div>
                {item.withVat?.vat && (
                  <p className="mt-2 text-end text-[15px] text-ink-soft tabular-nums">
                    {t("label", { label: t(VAT_WORDS[item.withVat.vat.kind], { rate: item.withVat.vat.rate }) })}{" "}
                    {item.withVat.vat.amount}
                  </p>
                )}
                <p className="mt-3 text-[15px] text-ink-soft">
                  {item.after.left && t("topupEffect", { left: item.after.left })}{" "}
                  {item.after.endsAt && t("topupUntil", { date: item.after.endsAt })}
                </p>
              </form>
            ))}
          {items.length > 0 && (
            <p className="text-[15px] text-ink-soft">
              {store.shown && t("payIn", { currency: store.currency })} {t("payNote")}
            </p>
          )}
        </div>
      </Page>
    </Frame>
  );
}
