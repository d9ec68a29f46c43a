import type { StoreView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { Frame } from "./frame.tsx";
import { Page } from "./section.tsx";
import { translator } from "./translate.ts";

/** A click stands for a card that is saved. Nothing is charged, and it says so. */
export function TestCard({ store, id, token }: { store: StoreView; id: number; token: string }) {
  const t = translator(store.language);
  return (
    <Frame store={store} path={`/esim/${token}/${id}/auto-top-up/card`}>
      <Page narrow>
        <div className="grid gap-6 rounded-2xl border border-line bg-raised p-6">
          <h1 className="font-semibold text-2xl">{t("autoSave")}</h1>
          <p className="text-ink-soft">{t("testPaymentLead")}</p>
          <form
            method="post"
            action={`${store.base}/${store.language}/esim/${token}/${id}/auto-top-up/card/done`}
            className="grid gap-3"
          >
            <Button name="card" value="pays">
              {t("testCardSave")}
            </Button>
            <Button look="plain" name="card" value="declined">
              {t("testCardDecline")}
            </Button>
            <Button look="plain" name="card" value="none">
              {t("testGiveUp")}
            </Button>
          </form>
        </div>
      </Page>
    </Frame>
  );
}
