import type { StoreView } from "#server/storefront/index.ts";
import { Arrow } from "./arrow.tsx";
import { AutoConsent, type Found } from "./auto-consent.tsx";
import { Button, LinkButton } from "./button.tsx";
import { Field } from "./field.tsx";
import { Frame } from "./frame.tsx";
import { Pick } from "./pick.tsx";
import { priceText } from "./price.tsx";
import { Problem } from "./problem.tsx";
import { Residence } from "./residence.tsx";
import { Note, Page } from "./section.tsx";
import { type Translate, translator } from "./translate.ts";

type AutoTopupProps = Found & { store: StoreView; token: string; problem?: string };

/** Where a top-up is allowed that is bought by itself, seen and stopped. Choosing is a form of its own, so that what is agreed to stands on the page. */
export function AutoTopup({ store, token, problem, ...found }: AutoTopupProps) {
  const { esim, auto, chosen, unavailable, isOffered } = found;
  const t = translator(store.language);
  const esimPage = `${store.base}/${store.language}/esim/${token}/${esim.id}`;
  const here = `${esimPage}/auto-top-up`;
  const isOn = auto?.status === "active";
  const fault = problem === "validation_error" ? null : problem;
  return (
    <Frame store={store} path={`/esim/${token}/${esim.id}/auto-top-up`}>
      <Page narrow>
        <a href={esimPage} className="inline-flex min-h-11 items-center gap-1.5 text-brand-text hover:underline">
          <Arrow back /> {esim.title}
        </a>
        <h1 className="mt-2 font-semibold text-3xl tracking-tight">{t("auto")}</h1>
        <p className="mt-1 max-w-prose text-ink-soft">{t("autoLead")}</p>
        <div className="mt-6 grid gap-5">
          {problem === "validation_error" && <Note tone="bad">{t("autoUnticked")}</Note>}
          <Problem code={fault ?? undefined} t={t} />
          {auto && <Standing auto={auto} here={here} t={t} />}
          {!isOn && unavailable && <Note>{t(`topup_${unavailable}`)}</Note>}
          {!isOn && !unavailable && !isOffered && <Note>{t("autoClosed")}</Note>}
          {!isOn && !unavailable && isOffered && chosen && (
            <AutoConsent store={store} found={found} chosen={chosen} here={here} t={t} />
          )}
          {!isOn && !unavailable && isOffered && !chosen && <Choosing found={found} here={here} t={t} />}
          {auto && !isOn && !unavailable && (
            <LinkButton look="plain" href={`${esimPage}/top-up`} className="justify-self-start">
              {t("topupButton")}
            </LinkButton>
          )}
        </div>
      </Page>
    </Frame>
  );
}

/** How it stands, with the button that stops it. */
function Standing({ auto, here, t }: { auto: NonNullable<Found["auto"]>; here: string; t: Translate }) {
  const { status, item, price, moment, used, of, spent } = auto;
  if (status === "given_up") return null;
  return (
    <Note tone={status === "active" ? "good" : "wait"}>
      <p className="font-medium">{t(`auto_${status}`, { count: used, of })}</p>
      {status === "active" && <p className="mt-1">{spent}</p>}
      {status !== "saving" && (
        <p className="mt-1 text-ink-soft">
          {item} · {t("autoCost", { price })} · {moment}
        </p>
      )}
      {status === "active" && (
        <form method="post" action={`${here}/stop`} className="mt-4">
          <Button look="plain">{t("autoStop")}</Button>
        </form>
      )}
    </Note>
  );
}

function Choosing({
  found: { items, moments, times, residence, currency, asked },
  here,
  t,
}: {
  found: Found;
  here: string;
  t: Translate;
}) {
  return (
    <>
      {residence && (
        <form action={here}>
          <Residence
            countries={residence.countries}
            country={residence.country}
            words={{
              ...{ label: t("residence"), help: t("residenceTopup"), choose: t("choose"), update: t("showPrices") },
            }}
          />
        </form>
      )}
      {items.length > 0 && (
        <form action={here} className="grid gap-5">
          {residence && <input type="hidden" name="country" value={residence.country} />}
          <Pick
            name="plan"
            legend={t("autoPlan")}
            chosen={asked.plan}
            choices={items.map((item) => ({
              ...{ value: item.code, label: item.title, note: priceText(item.withVat?.total ?? item.price, t) },
            }))}
          />
          <Pick name="when" legend={t("autoWhen")} choices={moments} chosen={asked.when} />
          <Pick
            name="times"
            legend={t("autoTimes")}
            chosen={asked.times ?? "3"}
            choices={times.map((count) => ({ value: String(count), label: t("autoTimesOf", { count }) }))}
          />
          <div className="rounded-2xl border border-line bg-raised p-5">
            <Field
              name="most"
              type="number"
              inputMode="decimal"
              min="0"
              step="any"
              label={t("autoMost", { currency })}
              help={t("autoMostHelp")}
              error={asked.tooLittle ? t("autoMostLow", { price: asked.tooLittle }) : undefined}
              defaultValue={asked.most}
              autoFocus={asked.tooLittle !== null}
            />
          </div>
          <Button className="justify-self-start">{t("autoNext")}</Button>
        </form>
      )}
    </>
  );
}
