import type { EsimView, InstallView, StoreView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Frame } from "./frame.tsx";
import { type Device, Install } from "./install.tsx";
import { PhaseBadge } from "./phase-badge.tsx";
import { Problem } from "./problem.tsx";
import { Page, Section } from "./section.tsx";
import { translator } from "./translate.ts";
import { Usage } from "./usage.tsx";

type SharedEsimProps = {
  store: StoreView;
  esim: Omit<EsimView, "install"> & { install: InstallView | null };
  token: string;
  device: Device;
  problem?: string;
};

/** What somebody sees who was sent a link: what is left, and with the code how to install it. */
export function SharedEsim({ store, esim, token, device, problem }: SharedEsimProps) {
  const t = translator(store.language);
  return (
    <Frame store={store} path={null}>
      <Page narrow>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="font-semibold text-3xl tracking-tight">{esim.title}</h1>
          <PhaseBadge phase={esim.phase} t={t} />
        </div>
        <Section title={t("install")}>
          <div className="grid gap-4">
            <Problem code={problem} t={t} />
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
          </div>
        </Section>
        <Section title={t("usage")}>
          <div className="rounded-2xl border border-line bg-raised p-6">
            <Usage esim={esim} t={t} />
          </div>
        </Section>
      </Page>
    </Frame>
  );
}
