import type { EsimView, StoreView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Frame } from "./frame.tsx";
import { inOnePiece } from "./in-one-piece.ts";
import { type Device, Install } from "./install.tsx";
import { PhaseBadge } from "./phase-badge.tsx";
import { Problem } from "./problem.tsx";
import { Note, Page, Section } from "./section.tsx";
import { translator } from "./translate.ts";
import { Usage } from "./usage.tsx";

type SharedEsimProps = {
  store: StoreView;
  esim: EsimView & { locked: boolean };
  token: string;
  device: Device;
  problem?: string;
};

/** What somebody sees who was sent a link: what is left, and with the code how to install it. */
export function SharedEsim({ store, esim, token, device, problem }: SharedEsimProps) {
  const t = translator(store.language);
  const over = esim.phase === "cancelled" || esim.phase === "replaced";
  return (
    <Frame store={store} path={`/share/${token}`}>
      <Page narrow>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="wrap-anywhere font-semibold text-3xl tracking-tight">{inOnePiece(esim.title)}</h1>
          <PhaseBadge phase={esim.phase} t={t} />
        </div>
        <div className="mt-6 grid gap-6 empty:hidden">
          <Problem code={problem} t={t} />
          {esim.phase === "ended" && <Note>{t("endedNote")}</Note>}
          {esim.phase === "cancelled" && <Note tone="bad">{t("cancelledNote")}</Note>}
          {esim.phase === "replaced" && (
            <Note>
              {t("replacedNote")} {t("shareAsk")}
            </Note>
          )}
          {esim.phase !== "ended" && !over && esim.removed && <Note tone="bad">{t("removedNote")}</Note>}
        </div>
        {(esim.install || esim.locked) && (
          <Section title={t("install")}>
            {esim.install ? (
              <Install install={esim.install} device={device} t={t} />
            ) : (
              <form
                method="post"
                action={`${store.base}/${store.language}/share/${token}/unlock`}
                className="grid gap-4"
              >
                <Field
                  label={t("shareCode")}
                  help={t("shareAsk")}
                  name="code"
                  required
                  autoComplete="off"
                  maxLength={12}
                />
                <Button>{t("shareUnlock")}</Button>
              </form>
            )}
          </Section>
        )}
        {!over && (
          <Section title={t("usage")}>
            <div className="rounded-2xl border border-line bg-raised p-6">
              <Usage esim={esim} t={t} />
            </div>
          </Section>
        )}
      </Page>
    </Frame>
  );
}
