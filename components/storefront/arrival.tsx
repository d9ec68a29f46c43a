import type { ArrivalView, Hint, StoreView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { Note, Section } from "./section.tsx";
import type { Translate } from "./translate.ts";

type ArrivalProps = {
  store: StoreView;
  arrival: ArrivalView;
  here: string;
  /** What the answers pointed to. */
  hint: Hint | null;
  t: Translate;
};

/** For an eSIM that is installed and does not connect: where to look, two questions, and another eSIM where its shop gives one. */
export function Arrival({ store, arrival, here, hint, t }: ArrivalProps) {
  const { outcome, offer, silent, unseen, place } = arrival;
  const { email } = store.support;
  if (outcome === null && !silent) return null;
  if (outcome !== null)
    return (
      <div id="arrival" className="mt-6 scroll-mt-4 print:hidden">
        {outcome === "under_way" && <Note>{t("silentUnderWay")}</Note>}
        {outcome === "connected" && <Note>{t("silentConnected", { email })}</Note>}
        {outcome === "refused" && <Note tone="bad">{t("silentRefused", { email })}</Note>}
      </div>
    );
  return (
    <Section id="arrival" title={t("silent")} lead={t("silentLead", { place })} screenOnly>
      <div className="grid gap-4">
        {hint && offer?.open && <Note tone="bad">{t(`silentHint_${hint}`)}</Note>}
        {offer?.open ? (
          <Questions place={place} unseen={unseen} action={`${here}/replace`} tried={hint} t={t} />
        ) : (
          <Hints t={t} more={offer ? t("silentSoon", { date: offer.from }) : t("silentWrite", { email })} />
        )}
      </div>
    </Section>
  );
}

function Hints({ more, t }: { more: string; t: Translate }) {
  return (
    <ul className="grid list-disc gap-2 ps-5">
      <li>{t("roaming")}</li>
      <li>{t("aNoNetwork")}</li>
      <li>{more}</li>
    </ul>
  );
}

type QuestionsProps = { place: string; unseen: boolean; action: string; tried: Hint | null; t: Translate };

function Questions({ place, unseen, action, tried, t }: QuestionsProps) {
  return (
    <form method="post" action={action} className="grid gap-6 rounded-2xl border border-line bg-raised p-5">
      <Question name="roaming" legend={t("silentRoaming")} note={t("silentRoamingWhere")} t={t} />
      <Question name="bars" legend={t("silentBars")} t={t} />
      <div>
        {unseen && <Tick name="installed">{t("silentInstalled")}</Tick>}
        <Tick name="here">{t("silentHere", { place })}</Tick>
      </div>
      {tried && <input type="hidden" name="tried" value={tried} />}
      <p className="text-[15px] text-ink-soft">{t("silentPromise")}</p>
      <Button>{t("silentAsk")}</Button>
    </form>
  );
}

function Tick({ name, children }: { name: string; children: string }) {
  return (
    <label className="flex min-h-12 items-start gap-3 py-1.5">
      <input type="checkbox" name={name} value="1" required className="mt-0.5 size-6 shrink-0 accent-brand" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

type QuestionProps = { name: string; legend: string; note?: string; t: Translate };

function Question({ name, legend, note, t }: QuestionProps) {
  const about = note ? `${name}-note` : undefined;
  return (
    <fieldset aria-describedby={about} className="min-w-0">
      <legend className="font-medium">{legend}</legend>
      {note && (
        <p id={about} className="mt-1 text-[15px] text-ink-soft">
          {note}
        </p>
      )}
      <div className="mt-2 flex gap-2">
        {(["yes", "no"] as const).map((answer) => (
          <label
            key={answer}
            className="flex min-h-12 min-w-24 cursor-pointer items-center gap-3 rounded-xl border border-line-strong px-4 has-focus-visible:outline-3 has-focus-visible:outline-brand-text"
          >
            <input type="radio" name={name} value={answer} required className="size-5 shrink-0 accent-brand" />
            {t(answer)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
