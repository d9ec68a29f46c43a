import type { StoreView } from "#server/storefront/index.ts";
import { LinkButton } from "./button.tsx";
import { Frame } from "./frame.tsx";
import { Page, Section } from "./section.tsx";
import { translator } from "./translate.ts";

const TOPICS = [
  "Starts",
  "Data",
  "Device",
  "Install",
  "NoNetwork",
  "Zero",
  "Delete",
  "Topup",
  "Number",
  "Refund",
] as const;

/** What travellers ask, and whom to ask what is not here. */
export function Help({ store }: { store: StoreView }) {
  const t = translator(store.language);
  return (
    <Frame store={store} path="/help">
      <Page>
        <h1 className="font-semibold text-3xl tracking-tight">{t("help")}</h1>
        <div className="mt-6 grid max-w-3xl gap-3">
          {TOPICS.map((topic) => (
            <details key={topic} className="rounded-2xl border border-line bg-raised px-5 py-4">
              <summary className="font-medium">{t(`q${topic}`)}</summary>
              <p className="mt-2 text-ink-soft">{t(`a${topic}`)}</p>
            </details>
          ))}
        </div>
        <Section title={t("contactTitle")} lead={t("contactLead")}>
          <div className="flex flex-wrap gap-3">
            <LinkButton href={`mailto:${store.support.email}`}>{store.support.email}</LinkButton>
            {store.support.phone && (
              <LinkButton look="plain" href={`tel:${store.support.phone.replace(/[^+\d]/g, "")}`}>
                {store.support.phone}
              </LinkButton>
            )}
          </div>
        </Section>
      </Page>
    </Frame>
  );
}
