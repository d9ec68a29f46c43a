import type { ArrivalView, AutoView, EsimView, Hint, StoreView, UsageDay } from "#server/storefront/index.ts";
import { Arrival } from "./arrival.tsx";
import { AutoCard } from "./auto-card.tsx";
import { Button, LinkButton } from "./button.tsx";
import { EsimCard } from "./esim-card.tsx";
import { EsimMails } from "./esim-mails.tsx";
import { Frame } from "./frame.tsx";
import { inOnePiece } from "./in-one-piece.ts";
import { type Device, Install } from "./install.tsx";
import { Offline } from "./offline.tsx";
import { PhaseBadge } from "./phase-badge.tsx";
import { Problem } from "./problem.tsx";
import { Note, Page, Section } from "./section.tsx";
import { ShareEsim } from "./share-esim.tsx";
import { translator } from "./translate.ts";
import { Usage } from "./usage.tsx";
import { UsageHistory } from "./usage-history.tsx";
import { Watch } from "./watch.tsx";

type EsimProps = {
  store: StoreView;
  esim: EsimView;
  /** What was used on which day. */
  usageDays: UsageDay[];
  /** In the shop, so that it is topped up and shared there too. */
  bought: boolean;
  /** Of one that came from the shop. */
  arrival: ArrivalView | null;
  /** A top-up that is bought by itself, and whether one can be allowed. */
  auto: AutoView | null;
  offersAuto: boolean;
  /** What took its place, and the number of the one whose place it took itself. */
  successor: EsimView | null;
  predecessor: string | null;
  token: string;
  device: Device;
  problem?: string;
  hint: Hint | null;
};

/** An eSIM of one's own: how to install it until it is, what is left of it from then on. */
export function Esim({
  store,
  esim,
  usageDays,
  bought,
  arrival,
  auto,
  offersAuto,
  successor,
  predecessor,
  token,
  device,
  problem,
  hint,
}: EsimProps) {
  const t = translator(store.language);
  const here = `${store.base}/${store.language}/esim/${token}/${esim.id}`;
  const { phase, removed, install } = esim;
  const ended = phase === "ended";
  /** Nothing more comes of it. */
  const over = phase === "cancelled" || phase === "replaced";
  return (
    <Frame store={store} path={`/esim/${token}/${esim.id}`}>
      <Page narrow>
        <Offline scope={`${store.base}/`} keep={install !== null && !ended} words={t("offlineNote")} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="wrap-anywhere font-semibold text-3xl tracking-tight">{inOnePiece(esim.title)}</h1>
          <PhaseBadge phase={phase} t={t} />
        </div>
        <p className="mt-1 text-ink-soft">{t("esimNumber", { number: esim.number })}</p>
        <div className="mt-6 grid gap-6 empty:hidden">
          <Problem code={problem} t={t} />
          {phase === "cancelled" && arrival?.outcome !== "under_way" && (
            <Note tone="bad">
              {t("cancelledNote")} {esim.refund && t("refundNote", { refund: esim.refund })}
            </Note>
          )}
          {phase === "replaced" && <Note tone="good">{t("replacedNote")}</Note>}
          {successor && (
            <EsimCard esim={successor} href={`${store.base}/${store.language}/esim/${token}/${successor.id}`} t={t} />
          )}
          {predecessor && !over && <Note>{t("replacesNote", { number: predecessor })}</Note>}
          {removed && !over && <Note tone="bad">{t("removedNote")}</Note>}
          {phase === "installed" && <Note tone="good">{t("installedNote")}</Note>}
          {phase === "exhausted" && <Note tone="bad">{t("exhaustedNote")}</Note>}
          {phase === "paused" && <Note>{t("pausedNote")}</Note>}
          {ended && <Note>{t("endedNote")}</Note>}
        </div>
        {phase === "ready" && install && (
          <Section title={t("install")}>
            <Install install={install} device={device} t={t} />
          </Section>
        )}
        {arrival && phase !== "replaced" && <Arrival store={store} arrival={arrival} here={here} hint={hint} t={t} />}
        <div id="usage" className="mt-12 print:hidden">
          {!over && (
            <Section title={t("usage")}>
              <div className="rounded-2xl border border-line bg-raised p-6">
                <Usage esim={esim} t={t} />
              </div>
              <UsageHistory days={usageDays} t={t} />
              {!ended && (
                <div className="mt-4 flex flex-wrap gap-3">
                  {bought && arrival?.outcome !== "under_way" && (
                    <LinkButton href={`${here}/top-up`}>{t("topupButton")}</LinkButton>
                  )}
                  <form method="post" action={`${here}/refresh`}>
                    <Button look="plain">{t("refresh")}</Button>
                  </form>
                </div>
              )}
            </Section>
          )}
          {phase !== "ready" && install && (
            <details className="mt-8 rounded-2xl border border-line bg-raised px-5 py-4">
              <summary className="disclosure font-medium">{t("installAgain")}</summary>
              <div className="mt-5">
                <Install install={install} device={device} t={t} />
              </div>
            </details>
          )}
          {bought && install && (
            <Section title={t("share")} lead={t("shareLead")}>
              <ShareEsim
                action={`${here}/share`}
                words={{
                  button: t("shareButton"),
                  link: t("shareLink"),
                  code: t("shareCode"),
                  explain: t("shareExplain"),
                  failed: t("problem_other"),
                  copy: t("copy"),
                  copied: t("copied"),
                }}
              />
            </Section>
          )}
        </div>
        {(auto?.status === "active" ||
          (offersAuto && bought && !ended && !over && arrival?.outcome !== "under_way")) && (
          <AutoCard auto={auto} href={`${here}/auto-top-up`} t={t} />
        )}
        {arrival && !ended && !over && <EsimMails stopped={arrival.mailsStopped} here={here} t={t} />}
        <Watch url={`${here}/state`} state={esim.state} everyMs={5_000} />
      </Page>
    </Frame>
  );
}
