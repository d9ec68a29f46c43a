import type { StoreView } from "#server/storefront/index.ts";
import { Answers } from "./answers.tsx";
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
        <Answers topics={TOPICS} t={t} />
        <Section title={t("contactTitle")} lead={t("contactLead")}>
          <div className="flex flex-wrap gap-3">
            <LinkButton href={`mailto:${store.support.email}`}>{store.support.email}</LinkButton>
            {store.support.phone && (
              <LinkButton look="plain" href={`tel:${store.support.phone.replace(/[^+\d]/g, "")}`}>
                <bdi dir="ltr">{store.support.phone}</bdi>
              </LinkButton>
            )}
          </div>
        </Section>
      </Page>
    </Frame>
  );
}
